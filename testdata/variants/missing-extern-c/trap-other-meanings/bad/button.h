#ifndef BUTTON_H
#define BUTTON_H

int press(int times);
int light(int floor);

#endif
