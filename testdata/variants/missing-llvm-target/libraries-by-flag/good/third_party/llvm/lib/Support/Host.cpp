#include <llvm/TargetParser/Host.h>

std::string llvm::sys::getHostCPUName()
{
    return "generic";
}
