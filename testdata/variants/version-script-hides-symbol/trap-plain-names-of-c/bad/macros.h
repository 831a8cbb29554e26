#pragma once

#ifdef __cplusplus
#define LENS_BEGIN extern "C" {
#define LENS_END }
#define LENS_FUNCTION extern "C"
#else
#define LENS_BEGIN
#define LENS_END
#define LENS_FUNCTION
#endif
