#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *source = fopen("table_rows.c", "w");
    if (!source)
        return 1;
    fprintf(source, "int table_row(int x) { return x + 40; }\n");
    fclose(source);
    if (system("cc -shared -fPIC -o table_rows.so table_rows.c") != 0) {
        printf("the table cannot be compiled\n");
        return 1;
    }
    void *rows = dlopen("./table_rows.so", RTLD_NOW);
    int (*row)(int) = rows ? (int (*)(int))dlsym(rows, "table_row") : 0;
    printf("row %d\n", row ? row(2) : 0);
    return 0;
}
