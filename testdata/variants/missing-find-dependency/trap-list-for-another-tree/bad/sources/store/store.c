int store_size(void)
{
    return 12;
}
