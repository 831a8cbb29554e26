#ifndef NAMES_H
#define NAMES_H

/* So that the library can be used beside others. */
#define squeeze tar_squeeze

#endif
