int tide(void)
{
    return 12;
}
