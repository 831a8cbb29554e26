#pragma once

int keep_twice();

inline bool start_effects() { return keep_twice() == 0; }
