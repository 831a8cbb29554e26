#include "config.h"
extern char table_name[];
