int gears_count(void);

int store_size(void)
{
    return gears_count();
}
