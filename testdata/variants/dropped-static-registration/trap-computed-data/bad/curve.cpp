#include "curve.h"

const Journal Curve::journal("curve");
