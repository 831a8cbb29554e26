int BrotliSharedVersion(void)
{
    return 1;
}
