#pragma once

#define VISIBLE_BEGIN _Pragma("GCC visibility push (default)")
#define VISIBLE_END _Pragma("GCC visibility pop")
