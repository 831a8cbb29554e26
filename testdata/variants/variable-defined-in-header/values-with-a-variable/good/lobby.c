#include "chat.h"

enum state state;
