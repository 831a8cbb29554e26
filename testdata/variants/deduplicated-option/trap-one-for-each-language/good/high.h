#define HIGH 440
