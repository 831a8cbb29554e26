int gauge_level = 1;

int gauge_next(void)
{
    return ++gauge_level;
}
