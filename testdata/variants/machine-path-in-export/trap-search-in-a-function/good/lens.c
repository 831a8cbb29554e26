int lens(void)
{
    return 35;
}
