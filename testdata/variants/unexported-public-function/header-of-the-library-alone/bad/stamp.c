#include "ink.h"
#include "stamp.h"

__attribute__((visibility("default"))) int stamp_price(int year)
{
    return year + ink_price() + ink_spare();
}
