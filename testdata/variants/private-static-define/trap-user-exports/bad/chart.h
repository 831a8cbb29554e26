#pragma once

#include "chart_export.h"

CHART_EXPORT int chart_lines(void);
