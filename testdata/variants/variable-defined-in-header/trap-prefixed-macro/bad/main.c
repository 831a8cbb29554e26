#include <stdio.h>
#include "table.h"
int main(void) { puts(table_name); return 0; }
