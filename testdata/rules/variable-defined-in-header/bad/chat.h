#ifndef CHAT_H
#define CHAT_H

struct room {
    int people;
};

struct room lobby;

void enter(void);

#endif
