#ifndef PLUGIN_API_H
#define PLUGIN_API_H

int editor_word_count(const char *text);

#endif
