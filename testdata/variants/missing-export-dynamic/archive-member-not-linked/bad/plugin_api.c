#include "plugin_api.h"

int editor_word_count(const char *text)
{
    int words = 0;
    for (int inside = 0; *text; text++) {
        words += !inside && *text != ' ';
        inside = *text != ' ';
    }
    return words;
}
