int clock_minutes(void)
{
    return 90;
}
