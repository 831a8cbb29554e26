#ifndef LUMEN_ABI_H
#define LUMEN_ABI_H

#if defined(LUMEN_EXPORTS)
#  define LUMEN_ABI __attribute__((visibility("default")))
#else
#  define LUMEN_ABI static inline
#endif

LUMEN_ABI int lumen_channels(void);

#endif
