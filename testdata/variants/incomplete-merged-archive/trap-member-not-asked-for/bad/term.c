#include "term.h"
#include <stdio.h>

int main(void) {
    printf("%d columns, %d\n", line(), log_size());
    return 0;
}
