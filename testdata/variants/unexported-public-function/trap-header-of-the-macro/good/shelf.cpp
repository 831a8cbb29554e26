#include "shelf/board.h"
#include "shelf/shelf.h"

namespace shelf {


int Shelf::boards() const { return 4; }
int Shelf::height() const { return 200; }

}
