#pragma once
extern int *state;
int common_helper(void);
