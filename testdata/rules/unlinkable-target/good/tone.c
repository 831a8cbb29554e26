int desk_rate(void);

int tone_period(int hertz)
{
    return desk_rate() / hertz;
}
