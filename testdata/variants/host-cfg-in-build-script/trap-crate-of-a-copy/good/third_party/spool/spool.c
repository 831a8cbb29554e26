int spools(void)
{
    return 2;
}
