#include "codec.h"
#include "wrapped.h"

int filter_run()
{
    wrapped::Basic<float> decoder;
    return decoder.open() + audio::rate;
}
