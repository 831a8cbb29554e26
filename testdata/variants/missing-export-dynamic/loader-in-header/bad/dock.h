#pragma once

void take_berth(const char* name);
