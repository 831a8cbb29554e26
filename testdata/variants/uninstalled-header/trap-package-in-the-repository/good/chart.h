#pragma once
#include <sonar/depth.h>

sonar_depth chart_depth(void);
