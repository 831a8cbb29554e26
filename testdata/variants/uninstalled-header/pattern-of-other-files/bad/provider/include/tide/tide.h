#pragma once
int tide_level();
#include "tide.inl"
