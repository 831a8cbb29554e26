#ifndef SHELF_SHELF_H
#define SHELF_SHELF_H

#include "shelf/export.h"

namespace shelf {

class SHELF_API Shelf {
public:
    int boards() const;
    int height() const;
};

}

#endif
