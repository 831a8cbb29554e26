#pragma once

int wave_level(int step);
