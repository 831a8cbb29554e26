#include <forge/compiler.h>

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>

int forge::initialize_targets()
{
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    llvm::InitializeNativeTarget();
    return llvm::registeredTargets();
}
