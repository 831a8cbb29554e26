int codec_frame_size(void)
{
    return 160;
}
