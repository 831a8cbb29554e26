int guest_rooms(void) {
  return 8;
}
