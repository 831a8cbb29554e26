#ifndef MIXER_H
#define MIXER_H

#ifdef _WIN32
#define MIXER_API __declspec(dllexport)
#else
#define MIXER_API
#endif

/* Plugins may call these. */
MIXER_API int mixer_rate(void);
MIXER_API void mixer_level(int level);

#endif
