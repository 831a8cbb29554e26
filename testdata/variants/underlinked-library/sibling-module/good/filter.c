int codec_frame_size(void);

int filter_delay(void)
{
    return codec_frame_size() / 2;
}
