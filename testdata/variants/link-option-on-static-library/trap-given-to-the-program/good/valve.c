int valve_flow(int opened) {
  return opened * 3;
}
