int size(void)
{
    return 12;
}
