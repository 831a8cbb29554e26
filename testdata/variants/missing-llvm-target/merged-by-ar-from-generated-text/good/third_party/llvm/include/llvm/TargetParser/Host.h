#pragma once

#include <string>

namespace llvm::sys {

std::string getHostCPUName();

}
