#ifndef KILN_H
#define KILN_H

#include <stdio.h>

typedef int (*glaze_t)(FILE *to);

void kiln_log(FILE *to);
void kiln_report(FILE *to);
void kiln_flush(FILE *to);

#endif
