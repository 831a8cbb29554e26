#include <llvm/MC/TargetRegistry.h>

int &llvm::registeredTargets()
{
    static int count = 0;
    return count;
}
