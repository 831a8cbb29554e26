#include <llvm/Support/TargetSelect.h>

static int count;

extern "C" void LLVMInitializeX86TargetInfo() { ++count; }

extern "C" void LLVMInitializeX86Target() {}

extern "C" void LLVMInitializeX86TargetMC() {}

int llvm::registeredTargets() { return count; }
