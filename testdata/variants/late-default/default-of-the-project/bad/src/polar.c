int polar(void)
{
    return 1;
}
