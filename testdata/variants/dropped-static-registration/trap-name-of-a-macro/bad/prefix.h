#pragma once
#define OPERATOR(name) operator_##name
int OPERATOR(thrice)(int x);
