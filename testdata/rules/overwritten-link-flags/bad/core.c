int core_helper(int x) { return x + 1; }
int core_open(int x) { return core_helper(x); }
