#pragma once

extern "C" int moon_height(int base);
