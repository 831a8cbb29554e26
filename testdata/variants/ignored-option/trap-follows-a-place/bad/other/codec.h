#define RATE 48
