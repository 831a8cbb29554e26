#pragma once

#ifdef quill_EXPORTS
#define QUILL_API __attribute__((visibility("default")))
#else
#define QUILL_API
#endif
