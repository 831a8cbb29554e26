int reel_open(int length);
int reel_close(int length);
