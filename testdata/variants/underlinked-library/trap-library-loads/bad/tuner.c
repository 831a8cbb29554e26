#include <stdio.h>

int radio_call(const char *module, const char *function);

int main(void)
{
    printf("tuned to 97, louder %d\n", radio_call("build/liblouder.so", "louder"));
    return 0;
}
