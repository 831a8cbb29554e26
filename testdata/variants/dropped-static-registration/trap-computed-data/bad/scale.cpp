#include "scale.h"

rack::Scale::Scale(int count) : steps(count) {}

RACK_API rack::Scale rack::natural = rack::Scale(7);
RACK_API rack::Scale rack::tempered = rack::Scale(12);
