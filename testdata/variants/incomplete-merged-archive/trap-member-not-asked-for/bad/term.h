#pragma once

int line(void);
int window(void);
int alloc(int size);
int log_size(void);
