int decode(int *from, int at) { return from[at]; }
