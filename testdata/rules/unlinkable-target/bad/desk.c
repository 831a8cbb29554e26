int desk_rate(void)
{
    return 48000;
}

int main(void)
{
    return desk_rate() == 48000 ? 0 : 1;
}
