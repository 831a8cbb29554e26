#include "quill.h"
#include <stdio.h>

int main(void) { return printf("length %d\n", quill_length()) < 0; }
