int gauge_read(int channel);

int rig_offset(int channel)
{
    return gauge_read(channel) - 8;
}
