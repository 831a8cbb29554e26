#include "chat.h"

room_t lobby;
