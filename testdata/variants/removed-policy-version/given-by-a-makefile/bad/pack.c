int pack(int size)
{
    return size / 2;
}
