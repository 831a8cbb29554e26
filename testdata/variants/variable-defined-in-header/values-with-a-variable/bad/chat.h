#pragma once
enum state { CLOSED, OPEN } state;
void enter(void);
