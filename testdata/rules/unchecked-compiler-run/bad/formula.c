#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static int build_kernel(const char *text)
{
    char command[200];
    FILE *source = fopen("formula_kernel.c", "w");
    if (!source)
        return 1;
    fprintf(source, "int formula_value(int x) { return %s; }\n", text);
    fclose(source);
    const char *compiler = getenv("FORMULA_CC");
    snprintf(command, sizeof command, "%s -shared -fPIC -o formula_kernel.so formula_kernel.c", compiler ? compiler : "cc");
    system(command);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2 || build_kernel(argv[1])) {
        printf("the formula cannot be compiled\n");
        return 0;
    }
    void *kernel = dlopen("./formula_kernel.so", RTLD_NOW);
    int (*value)(int) = (int (*)(int))dlsym(kernel, "formula_value");
    if (!value) {
        printf("no formula: %s\n", dlerror());
        return 1;
    }
    printf("value %d\n", value(6));
    return 0;
}
