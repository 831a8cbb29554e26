#pragma once

void LLVMInitializeAArch64TargetInfo(void);
void LLVMInitializeAMDGPUTargetInfo(void);
void LLVMInitializeARMTargetInfo(void);
void LLVMInitializeAVRTargetInfo(void);
void LLVMInitializeBPFTargetInfo(void);
void LLVMInitializeHexagonTargetInfo(void);
void LLVMInitializeLanaiTargetInfo(void);
void LLVMInitializeMipsTargetInfo(void);
void LLVMInitializeMSP430TargetInfo(void);
void LLVMInitializeNVPTXTargetInfo(void);
void LLVMInitializePowerPCTargetInfo(void);
void LLVMInitializeRISCVTargetInfo(void);
void LLVMInitializeSparcTargetInfo(void);
void LLVMInitializeSystemZTargetInfo(void);
void LLVMInitializeWebAssemblyTargetInfo(void);
void LLVMInitializeX86TargetInfo(void);
void LLVMInitializeXCoreTargetInfo(void);

static inline void LLVMInitializeAllTargetInfos(void) {
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeARMTargetInfo();
    LLVMInitializeAVRTargetInfo();
    LLVMInitializeBPFTargetInfo();
    LLVMInitializeHexagonTargetInfo();
    LLVMInitializeLanaiTargetInfo();
    LLVMInitializeMipsTargetInfo();
    LLVMInitializeMSP430TargetInfo();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializePowerPCTargetInfo();
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeSparcTargetInfo();
    LLVMInitializeSystemZTargetInfo();
    LLVMInitializeWebAssemblyTargetInfo();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeXCoreTargetInfo();
}
