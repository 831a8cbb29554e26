#include "codec.h"
#include "wrapped.h"

using Decoder = wrapped::Basic<float>;

int filter_run()
{
    struct Timer {
        int open()
        {
            return audio::rate;
        }
    };
    Decoder decoder;
    Timer timer;
    return decoder.open() + timer.open();
}
