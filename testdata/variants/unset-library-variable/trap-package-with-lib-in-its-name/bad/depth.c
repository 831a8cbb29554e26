int depth(void)
{
    return 3;
}
