#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace llvm {
int runPipeline(const Module &module)
{
    return CloneModule(module)->functions;
}
} // namespace llvm
