#include <llvm/Support/TargetSelect.h>

int compiler_targets()
{
    llvm::InitializeNativeTarget();
    return llvm::registeredTargets();
}
