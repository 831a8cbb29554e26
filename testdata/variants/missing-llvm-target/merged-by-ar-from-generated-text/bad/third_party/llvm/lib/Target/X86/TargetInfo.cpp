#include <llvm/MC/TargetRegistry.h>

extern "C" void LLVMInitializeX86TargetInfo()
{
    ++llvm::registeredTargets();
}
