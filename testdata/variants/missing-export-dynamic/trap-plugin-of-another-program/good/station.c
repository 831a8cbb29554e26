const char *station_name(void)
{
    return "harbour";
}
