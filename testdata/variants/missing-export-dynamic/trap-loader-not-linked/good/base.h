#pragma once

void say(const char *text);
int ring(const char *plugin);
