#ifdef STORE_WITH_GEARS
int gears_count(void);
#else
static int gears_count(void) { return 0; }
#endif

int store_size(void)
{
    return gears_count();
}
