#include "format.h"
#include "fake_body.h"
