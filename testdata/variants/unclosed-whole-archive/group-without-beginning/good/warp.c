int weft(int left);
int warp(int left) { return left > 0 ? weft(left - 1) + 1 : 0; }
