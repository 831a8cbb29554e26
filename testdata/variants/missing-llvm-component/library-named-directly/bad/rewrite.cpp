#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <cstdio>

int main()
{
    llvm::Module module;
    module.functions = 3;
    auto copy = llvm::CloneModule(module);
    std::printf("%d functions\n", copy->functions + llvm::verifyModule(*copy));
}
