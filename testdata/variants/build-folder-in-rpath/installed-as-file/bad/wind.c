int wind_speed(void)
{
    return 7;
}
