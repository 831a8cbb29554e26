int ping(int left);
int pong(int left) { return left == 0 ? 0 : 1 + ping(left - 1); }
