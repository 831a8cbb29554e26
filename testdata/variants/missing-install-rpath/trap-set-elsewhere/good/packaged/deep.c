int deep(void)
{
    return 3;
}
