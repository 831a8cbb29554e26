#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>

extern "C" int rapid_targets()
{
    llvm::InitializeNativeTarget();
    return llvm::registeredTargets();
}
