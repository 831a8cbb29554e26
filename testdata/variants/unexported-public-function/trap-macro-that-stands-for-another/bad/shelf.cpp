#include "shelf/address.h"
#include "shelf/shelf.h"

namespace shelf {

int Shelf::boards() const { return 4; }
int Shelf::height() const { return 200; }
const char *Address::c_name() const { return name.c_str(); }

}
