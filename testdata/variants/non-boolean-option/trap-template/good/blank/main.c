int main(void)
{
    return FAST;
}
