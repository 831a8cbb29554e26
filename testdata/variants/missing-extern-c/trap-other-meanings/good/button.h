#ifndef BUTTON_H
#define BUTTON_H

#ifdef __cplusplus
extern "C" {
#endif

int press(int times);
int light(int floor);

#ifdef __cplusplus
}
#endif

#endif
