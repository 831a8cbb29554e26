#include "gauge.h"

extern __typeof__(halve) halve;
