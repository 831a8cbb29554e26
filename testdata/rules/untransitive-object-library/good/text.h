#pragma once

int length(const char *text);
int trim(int length);
