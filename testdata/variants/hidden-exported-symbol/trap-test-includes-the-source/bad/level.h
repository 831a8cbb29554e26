#pragma once

int level_of(const char *text);
