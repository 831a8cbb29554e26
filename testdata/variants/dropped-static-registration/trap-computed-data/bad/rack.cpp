#include "journal.h"

int main() {
    Journal("rack").note(3);
    return 0;
}
