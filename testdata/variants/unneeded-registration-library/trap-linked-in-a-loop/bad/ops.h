int ops_sum(int a, int b);
