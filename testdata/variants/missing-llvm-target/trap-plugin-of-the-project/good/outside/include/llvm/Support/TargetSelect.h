#pragma once

extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
}

namespace llvm {

/// Registers the target of the machine that this runs on. True on failure.
inline bool InitializeNativeTarget()
{
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    return false;
}

int registeredTargets();

}
