#pragma once

#ifdef __cplusplus
extern "C" {
#endif
int parse(int line);
int note(int line);
int report(int line);
#ifdef __cplusplus
}
#endif
