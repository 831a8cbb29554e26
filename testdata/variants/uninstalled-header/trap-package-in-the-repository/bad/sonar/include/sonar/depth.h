#pragma once

typedef int sonar_depth;
