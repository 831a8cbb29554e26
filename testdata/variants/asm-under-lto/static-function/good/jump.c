#include <stdio.h>

__attribute__((used)) int target_of_jump(void) { return 5; }

__asm__(".globl jump_table\n"
        "jump_table: jmp target_of_jump\n");

int jump_table(void);

int main(void) {
    printf("landed at %d\n", jump_table());
    return 0;
}
