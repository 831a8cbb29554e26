#pragma once
extern int people;
void enter(void);
