#ifndef BUTTON_H
#define BUTTON_H

int press(int times);

#endif
