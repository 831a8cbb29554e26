int gauge_next(void);

int reader_level(void)
{
    return gauge_next();
}
