/* For the library's own use. */
int mixer_gain(void)
{
    return 7;
}

__attribute__((visibility("default"))) int mixer_level(void)
{
    return 2 * mixer_gain();
}
