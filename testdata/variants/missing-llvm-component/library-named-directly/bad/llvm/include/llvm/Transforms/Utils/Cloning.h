#pragma once

#include <memory>

namespace llvm {
class Module;
std::unique_ptr<Module> CloneModule(const Module &module);
} // namespace llvm
