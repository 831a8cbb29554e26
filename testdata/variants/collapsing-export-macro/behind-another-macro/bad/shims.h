#pragma once

#if defined(_WIN32)
#define SHIM __declspec(dllexport)
#elif defined(SHIMS_WITH_SYMBOLS)
#define SHIM __attribute__((visibility("default")))
#else
#define SHIM inline
#endif

#define SHIM_C extern "C" SHIM
