#pragma once
#define TIDE_LEVEL 7
