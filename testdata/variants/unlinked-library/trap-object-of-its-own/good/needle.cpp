#include "needle.h"

namespace gauge {

void Needle::turn(int by)
{
    degrees += by;
}

}
