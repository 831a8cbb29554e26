int pong(int left);
int ping(int left) { return left == 0 ? 0 : 1 + pong(left - 1); }
