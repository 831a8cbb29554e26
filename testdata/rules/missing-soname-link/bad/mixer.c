int mixer_level(void)
{
    return 14;
}
