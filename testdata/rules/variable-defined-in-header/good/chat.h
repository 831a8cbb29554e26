#ifndef CHAT_H
#define CHAT_H

struct room {
    int people;
};

extern struct room lobby;

void enter(void);

#endif
