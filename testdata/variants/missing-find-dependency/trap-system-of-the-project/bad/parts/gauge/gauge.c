int gauge(void)
{
    return 5;
}
