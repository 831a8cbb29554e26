#include "smooth.cu"
