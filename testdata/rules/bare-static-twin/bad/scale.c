int scale_by(int value)
{
    return value * 10;
}
