#include "folders.h"
#include <stdio.h>
#include <string.h>

/* A folder may begin with `ENV{NAME}`: the variable as it is when the program runs. */
static int is_filled_in(const char *folder) { return strncmp(folder, "ENV{", 4) == 0; }

int main(void) {
    printf("filled in: %d\n", is_filled_in(RENDER_FOLDERS));
    return 0;
}
