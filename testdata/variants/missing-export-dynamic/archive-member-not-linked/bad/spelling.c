#include "plugin_api.h"

int spelling_check(const char *text)
{
    return editor_word_count(text);
}
