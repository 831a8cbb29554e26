int warp(int left);
int weft(int left) { return left > 0 ? warp(left - 1) + 1 : 0; }
