#pragma once

int moon_phase(int day);
