int gears_count(void);
int wheels_count(void);

int store_size(void)
{
    return gears_count() + wheels_count();
}
