#include "format.h"

int main(void) {
    format_value(1);
    return 0;
}
