#include <llvm/IR/Module.h>

int llvm::verifyModule(const Module &module)
{
    return module.functions < 0;
}
