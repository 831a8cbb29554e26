int view(void)
{
    return 3;
}
