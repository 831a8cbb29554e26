#pragma once

extern "C" int tide_height(int base);
