#include "text.h"

int report_lines = 0;

int report(int line) {
    report_lines++;
    return line + 1;
}
