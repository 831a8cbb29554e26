#ifndef SHELF_ADDRESS_H
#define SHELF_ADDRESS_H

#include "shelf/export.h"

#include <string>

namespace shelf {

struct Address {
    std::string name;
    SHELF_API const char *c_name() const;
};

}

#endif
