#ifndef WORDS_H
#define WORDS_H
#define global extern
#endif
