#pragma once

#ifdef __cplusplus
extern "C" {
#endif
int press(int floor);
#ifdef __cplusplus
}
#endif
