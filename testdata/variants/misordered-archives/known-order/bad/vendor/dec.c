int BrotliSharedVersion(void);

int BrotliDecoderVersion(void)
{
    return BrotliSharedVersion();
}
