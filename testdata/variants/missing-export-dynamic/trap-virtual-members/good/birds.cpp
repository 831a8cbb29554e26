#include "board.h"

extern "C" void fill(Board *board)
{
    board->add("owl", 5);
}
