#include "door.h"

void let_in() { ++guest_count(); }
