#include "log.h"

int main(void)
{
    return log_line("%s\n", "line 1") < 0;
}
