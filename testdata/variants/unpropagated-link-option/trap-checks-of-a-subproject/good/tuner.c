int tuner_pitch(void)
{
    return 440;
}
