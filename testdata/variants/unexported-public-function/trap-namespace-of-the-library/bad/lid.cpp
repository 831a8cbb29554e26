#include "chest.h"

static int moves;

namespace chest {
namespace lid {
int oil(int number) { return moves = number; }
int moved(int number) { return moves += number; }
}
}
