int decode(int frame) {
  return frame + 1;
}
