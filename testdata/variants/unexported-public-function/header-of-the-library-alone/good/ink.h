#pragma once
#include "api.h"

STAMP_API int ink_red(void);
STAMP_API int ink_green(void);
STAMP_API int ink_blue(void);
STAMP_API int ink_black(void);
STAMP_API int ink_white(void);
STAMP_API int ink_spare(void);
STAMP_API int ink_level(void);
STAMP_API int ink_order(void);
STAMP_API int ink_price(void);
STAMP_API int ink_age(void);
STAMP_API int ink_depth(void);
