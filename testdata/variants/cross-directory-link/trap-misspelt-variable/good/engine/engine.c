int engine_mix(int level) {
  return level + 1;
}
