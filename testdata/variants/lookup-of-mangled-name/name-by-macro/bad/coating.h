#pragma once

struct coating {
    int (*melts_at)(void);
};

const struct coating* create_coating(void);
