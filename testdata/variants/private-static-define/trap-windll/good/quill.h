#ifndef QUILL_H
#define QUILL_H

#if defined(BUILDING_QUILL)
#if defined(_MSC_VER) && defined(_WINDLL)
#define QUILL_API __declspec(dllexport)
#else
#define QUILL_API
#endif
#else
#if defined(_MSC_VER) && defined(_WINDLL)
#define QUILL_API __declspec(dllimport)
#else
#define QUILL_API
#endif
#endif

QUILL_API int quill_length(void);

#endif
