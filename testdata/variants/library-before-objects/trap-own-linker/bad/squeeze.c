int squeeze(int bytes) {
  return bytes / 3;
}
