#define RATE 44
