extern int clock_level;
int trace(void)
{
    return clock_level;
}
