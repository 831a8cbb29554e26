#include "lens.h"
#include "flash.h"
extern "C" {
#include "zoom.h"
}

#include <cstdio>

int main() {
    std::printf("step %d\n", lens_focus(2.5) + lens_zoom(1) + lens_flash(1));
    return 0;
}
