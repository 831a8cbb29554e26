#ifndef SCALE_H
#define SCALE_H

#ifdef _WIN32
#define SCALE_API __declspec(dllexport)
#else
#define SCALE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
struct SCALE_API scale_load
#else
struct scale_load
#endif
{
#ifdef __cplusplus
    explicit scale_load(int grams);
    static int sum(const scale_load &a, const scale_load &b);
#endif
    int grams;
};

#endif
