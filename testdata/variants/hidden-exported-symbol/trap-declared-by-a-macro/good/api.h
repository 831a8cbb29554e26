#pragma once

#ifdef __cplusplus
extern "C" {
#endif
int level(const char *name, int start);
void dump(void);
#ifdef __cplusplus
}
#endif
