#include "orbit.h"

#include <string>

double orbit_angle(int day)
{
    return static_cast<double>(std::string(static_cast<std::string::size_type>(day), '.').size());
}
