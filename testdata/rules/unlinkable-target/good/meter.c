int meter_peak(int a, int b)
{
    return a > b ? a : b;
}
