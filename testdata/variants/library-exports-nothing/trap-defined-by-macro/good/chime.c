#define CHIME_API __attribute__((visibility("default")))

int chime_verbose;

CHIME_API int chime_open(int tones)
{
    return tones * 2;
}
