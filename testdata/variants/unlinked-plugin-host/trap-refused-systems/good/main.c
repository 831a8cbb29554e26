#include "mixer.h"

static int last;

int mixer_rate(void)
{
    return 48000;
}

void mixer_level(int level)
{
    last = level;
}

int main(void)
{
    return last + mixer_rate();
}
