#include "table.h"
char table_name[] = "rows";
