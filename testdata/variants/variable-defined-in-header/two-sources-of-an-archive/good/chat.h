#pragma once
extern int people;
void count(void);
