#include "part.h"

int broken() {
    return part_number(7);
}
