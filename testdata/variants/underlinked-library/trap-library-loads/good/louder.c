int radio_volume(void);

int louder(void)
{
    return radio_volume() + 1;
}
