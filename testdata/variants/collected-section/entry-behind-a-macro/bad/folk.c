#include "song.h"

SONG(greensleeves);
