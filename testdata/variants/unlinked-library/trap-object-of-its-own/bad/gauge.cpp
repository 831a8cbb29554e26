#include "gauge.h"

namespace gauge {

std::shared_ptr<Needle> needle = std::make_shared<Needle>();

}
