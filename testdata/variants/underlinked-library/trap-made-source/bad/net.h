int net_open(int x);
