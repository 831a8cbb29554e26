int decode(int byte) {
  return byte ^ 0x2a;
}
