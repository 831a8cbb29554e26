int blur_radius(void)
{
    return 3;
}
