#pragma once

extern "C" {

/// Compiles a kernel with its host code; gives the size in bytes, 0 on failure.
int rockc_compile(const char *kernel);

}
