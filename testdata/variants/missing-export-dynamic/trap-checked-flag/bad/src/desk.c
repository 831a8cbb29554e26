#include <mixdesk/effect_api.h>

#include <stdio.h>

void mixdesk_log(const char *effect, const char *text)
{
    printf("[%s] %s\n", effect, text);
}

int mixdesk_sample_rate(void)
{
    return 48000;
}
