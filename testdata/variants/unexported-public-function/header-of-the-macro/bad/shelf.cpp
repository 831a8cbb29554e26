#include "shelf/board.h"
#include "shelf/shelf.h"

namespace shelf {

Board::~Board() = default;
int Board::length() const { return 80; }

int Shelf::boards() const { return 4; }
int Shelf::height() const { return 200; }

}
