#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static int build_kernel(void)
{
    FILE *source = fopen("formula_kernel.c", "w");
    if (!source)
        return 1;
    fprintf(source, "int formula_value(int x) { return x * 7; }\n");
    fclose(source);
    return system("cc -shared -fPIC -o formula_kernel.so formula_kernel.c") != 0;
}

int main(void)
{
    int failed = build_kernel();
    remove("formula_kernel.c");
    void *kernel = failed ? 0 : dlopen("./formula_kernel.so", RTLD_NOW);
    int (*value)(int) = kernel ? (int (*)(int))dlsym(kernel, "formula_value") : 0;
    if (!value) {
        printf("the formula cannot be compiled\n");
        return 1;
    }
    printf("value %d\n", value(6));
    return 0;
}
