#ifndef PALETTE_H
#define PALETTE_H

/* Either compiled into a library or used as it stands here. */
#if defined(PALETTE_COMPILED)
#  define PALETTE_FN
#else
#  define PALETTE_FN static inline
#endif

PALETTE_FN int palette_mix(int a, int b);

#if !defined(PALETTE_COMPILED) || defined(PALETTE_IMPLEMENTATION)
PALETTE_FN int palette_mix(int a, int b)
{
    return (a + b) / 2;
}
#endif

#endif
