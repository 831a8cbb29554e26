#define CHIME_API __attribute__((visibility("default")))
#define CHIME_FUNCTION(type, name) CHIME_API type name

int chime_verbose;

CHIME_FUNCTION(int, chime_open)(int tones)
{
    return tones * 2;
}
