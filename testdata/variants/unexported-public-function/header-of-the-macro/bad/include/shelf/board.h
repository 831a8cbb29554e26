#ifndef SHELF_BOARD_H
#define SHELF_BOARD_H

#include "shelf/export.h"

namespace shelf {

class Board {
public:
    virtual ~Board();
    virtual int weight() const = 0;
    int length() const;
};

}

#endif
