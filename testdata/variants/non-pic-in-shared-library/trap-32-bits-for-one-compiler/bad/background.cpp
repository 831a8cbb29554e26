int colour();

int background()
{
    return colour() + 1;
}
