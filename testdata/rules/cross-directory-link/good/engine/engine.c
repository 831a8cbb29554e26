int reverb(int level);

int engine_mix(int level) {
  return reverb(level) + 1;
}
