#pragma once
enum state { CLOSED, OPEN };
extern enum state state;
void enter(void);
