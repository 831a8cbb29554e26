#include <mixdesk/effect_api.h>

float mixdesk_process(float sample)
{
    mixdesk_log("gain", "processing");
    return mixdesk_sample_rate() > 0 ? sample * 2.0F : sample;
}
