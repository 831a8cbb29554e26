#ifndef TILEOPS_CONV_H
#define TILEOPS_CONV_H

/* The architectures that there are instances for, with spaces between them. */
const char *tileops_conv_targets(void);

#endif
