#pragma once

struct coating {
    int (*melts_at)(void);
};

#ifdef __cplusplus
extern "C" {
#endif
const struct coating* create_coating(void);
#ifdef __cplusplus
}
#endif
