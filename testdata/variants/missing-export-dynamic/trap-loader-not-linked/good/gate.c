#include "base.h"

int volume(void) { return 7; }

int main(void) {
    say("open");
    return 0;
}
