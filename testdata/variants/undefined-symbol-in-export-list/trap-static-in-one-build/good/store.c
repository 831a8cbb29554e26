#include "store.h"


int store_flush(void) { return 3; }

int store_open(void) { return store_flush(); }

int store_size(void) { return store_open() + 1; }
