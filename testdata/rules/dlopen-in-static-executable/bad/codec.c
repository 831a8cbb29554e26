int codec_channels(void)
{
    return 2;
}
