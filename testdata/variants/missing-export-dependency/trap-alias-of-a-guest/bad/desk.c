int guest_rooms(void);

int desk_free(void) {
  return guest_rooms() - 1;
}
