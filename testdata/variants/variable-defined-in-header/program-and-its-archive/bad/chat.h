#pragma once
int people;
void enter(void);
