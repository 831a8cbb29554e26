#pragma once

extern volatile int halve_anchor;
static int halve_used = halve_anchor;
