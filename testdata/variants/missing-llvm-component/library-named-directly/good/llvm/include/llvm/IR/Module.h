#pragma once

#include <memory>

namespace llvm {
class Module {
public:
    int functions = 0;
};
int verifyModule(const Module &module);
} // namespace llvm
