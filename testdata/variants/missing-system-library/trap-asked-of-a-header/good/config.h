#pragma once
#define SWING_OWN_COSINE
