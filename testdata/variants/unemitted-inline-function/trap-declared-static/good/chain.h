#ifndef CHAIN_H
#define CHAIN_H
static inline int chain_next(int link)
{
    return link + 1;
}
#endif
