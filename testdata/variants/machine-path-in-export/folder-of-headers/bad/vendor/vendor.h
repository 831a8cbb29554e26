#define VENDOR 7
