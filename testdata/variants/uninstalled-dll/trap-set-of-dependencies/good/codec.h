#ifdef _WIN32
#ifdef codec_EXPORTS
#define CODEC_API __declspec(dllexport)
#else
#define CODEC_API __declspec(dllimport)
#endif
#else
#define CODEC_API
#endif

CODEC_API int codec(void);
