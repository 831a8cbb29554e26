#include "chest.h"
#include "chest_io.h"

int chest_open(int drawer) { return drawer; }
int chest_close(int drawer) { return drawer; }
int chest_put(int drawer) { return drawer; }
int chest_take(int drawer) { return drawer; }
int chest_lock(int drawer) { return drawer; }
int chest_flush(int drawer) { return drawer * 3; }

/*!
    \internal
    Looks for what eats the wood.
*/
int chest_worms(int drawer) { return drawer * 3; }
