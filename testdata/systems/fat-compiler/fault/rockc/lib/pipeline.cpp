#include <rock/ir.h>
#include <rock/pipeline.h>

#include <llvm/Support/TargetSelect.h>

int rock::compile(const std::string &kernel)
{
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    return static_cast<int>(lower(kernel).size());
}
