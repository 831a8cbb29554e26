int reel_open(int length);
int reel_wind(int length);
int reel_close(int length);
int reel_length(int length);
