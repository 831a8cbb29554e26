#pragma once

unsigned ticks(void);
