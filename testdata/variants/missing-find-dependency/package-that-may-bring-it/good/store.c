int cogs_count(void);
int gears_count(void);

int store_size(void)
{
    return cogs_count() + gears_count();
}
