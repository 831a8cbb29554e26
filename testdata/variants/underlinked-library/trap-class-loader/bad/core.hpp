#pragma once
int core_add(int n);
