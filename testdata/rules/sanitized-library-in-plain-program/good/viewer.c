#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
    void *codec = dlopen("./build/libcodec.so", RTLD_NOW);
    int (*decode)(void) = codec ? (int (*)(void))dlsym(codec, "decode") : 0;
    printf("decoded %d\n", decode ? decode() : -1);
    return 0;
}
