int gauge_read(int channel)
{
    return channel == 1 ? 21 : 8;
}
