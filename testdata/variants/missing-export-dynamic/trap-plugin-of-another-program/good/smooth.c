int filter_run(int level)
{
    return level / 2;
}
