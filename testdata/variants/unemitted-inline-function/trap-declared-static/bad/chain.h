#ifndef CHAIN_H
#define CHAIN_H
static int chain_next(int link);

/* inline functions */
inline int chain_next(int link)
{
    return link + 1;
}
#endif
