#include "compat.h"

int plug_run(void) {
    char text[] = "one two three";
    char *rest = text;
    int words = 0;
    while (strsep(&rest, " "))
        ++words;
    return words;
}
