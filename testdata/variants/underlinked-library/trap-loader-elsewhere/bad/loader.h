#pragma once

bool load(const char *name);
