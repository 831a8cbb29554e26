int reverb(int level) {
  return level / 2;
}
