#pragma once

namespace forge {

/// Registers the targets that kernels and their host code are compiled for; gives how many there are.
int initialize_targets();

/// Compiles a kernel; gives the size of its code in bytes.
int compile(const char *kernel);

}
