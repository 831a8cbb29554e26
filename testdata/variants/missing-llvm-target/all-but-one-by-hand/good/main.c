#include <llvm-c/Target.h>
#include <stdio.h>

int main(void) {
    LLVMInitializeAllTargetInfos();
    printf("targets ready\n");
    return 0;
}
