#pragma once

namespace llvm {

/// How many targets were registered.
int &registeredTargets();

}
