#include <llvm/MC/TargetRegistry.h>

extern "C" void LLVMInitializeAMDGPUTargetInfo()
{
    ++llvm::registeredTargets();
}
