static inline int pack(int count)
{
    return count * 2;
}
