#pragma once

extern "C" int wave_height(int base);
