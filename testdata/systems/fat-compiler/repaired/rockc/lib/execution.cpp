#include <rock/execution.h>
#include <rock/pipeline.h>

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

int rock::compile_with_host(const std::string &kernel)
{
    const int device = compile(kernel);
    if (llvm::InitializeNativeTarget()) {
        return 0;
    }
    const int host = static_cast<int>(llvm::sys::getHostCPUName().size());
    return device + host * llvm::registeredTargets();
}
