#include "harbour.h"

class Harbour {
public:
    int berths;
};

Harbour *harbour_open(int berths) { return new Harbour{berths}; }
int harbour_berths(const Harbour *harbour) { return harbour->berths; }
void harbour_take(Harbour *harbour) { harbour->berths--; }
void harbour_close(Harbour *harbour) { delete harbour; }
