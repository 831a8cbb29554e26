#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>

extern "C" int rapid_targets()
{
    LLVMInitializeAMDGPUTargetInfo();
#ifdef RAPID_HOST_CODE
    llvm::InitializeNativeTarget();
#endif
    return llvm::registeredTargets();
}
