#pragma once

double table_cos(double angle);
