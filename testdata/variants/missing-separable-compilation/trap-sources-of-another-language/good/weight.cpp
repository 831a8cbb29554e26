#include "weight.cu"
