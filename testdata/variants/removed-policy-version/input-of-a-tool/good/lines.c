#include <stdio.h>

int main(void)
{
    int lines = 0;
    for (int c = getchar(); c != EOF; c = getchar())
        lines += c == 10;
    printf("lines %d\n", lines);
    return 0;
}
