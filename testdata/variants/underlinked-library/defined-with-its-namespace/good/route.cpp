#include "route.h"
#include "index.h"

int atlas::Route::run() {
    Index index;
    index.add(3);
    return index.size();
}
