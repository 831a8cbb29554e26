static int counts[4];

int core(int at) { return counts[at]++; }
