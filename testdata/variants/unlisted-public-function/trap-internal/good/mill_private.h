#pragma once
/* of the library's other sources */
int mill_sharpen(int stone);
