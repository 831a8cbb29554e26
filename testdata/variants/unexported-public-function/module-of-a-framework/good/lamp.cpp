#include "lamp.h"

static int brightness = 0;

int lamp_on(int to) { return brightness = to; }
int lamp_off(int from) { return brightness -= from; }
int lamp_up(int by) { return brightness += by; }
int lamp_down(int by) { return brightness -= by; }
int lamp_dims(int below) { return brightness < below; }
