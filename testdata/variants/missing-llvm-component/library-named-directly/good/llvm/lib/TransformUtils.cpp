#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

std::unique_ptr<llvm::Module> llvm::CloneModule(const Module &module)
{
    return std::make_unique<Module>(module);
}
