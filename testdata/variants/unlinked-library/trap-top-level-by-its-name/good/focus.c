int lens_focus(void)
{
    return 35;
}
