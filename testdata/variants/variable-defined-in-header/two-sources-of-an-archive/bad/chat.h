#pragma once
int people;
void count(void);
