#pragma once

inline int absolute(int value) { return value < 0 ? -value : value; }
