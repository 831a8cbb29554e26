#pragma once

#define LLVM_NATIVE_TARGET LLVMInitializeX86Target
#define LLVM_NATIVE_TARGETINFO LLVMInitializeX86TargetInfo
#define LLVM_NATIVE_TARGETMC LLVMInitializeX86TargetMC

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetMC();
void LLVM_NATIVE_TARGETINFO();
void LLVM_NATIVE_TARGET();
void LLVM_NATIVE_TARGETMC();
}

namespace llvm {

/// Registers the target of the machine that this runs on. True on failure.
inline bool InitializeNativeTarget()
{
    LLVM_NATIVE_TARGETINFO();
    LLVM_NATIVE_TARGET();
    LLVM_NATIVE_TARGETMC();
    return false;
}

}
