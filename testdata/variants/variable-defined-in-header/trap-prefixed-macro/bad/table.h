#include "config.h"
tblEXTERN char table_name[];
