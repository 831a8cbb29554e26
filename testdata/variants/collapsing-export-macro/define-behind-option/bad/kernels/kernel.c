/* Written by the kernel generator; declares what it calls. */
int lumen_channels(void);

int kernel_bytes(void)
{
    return 4 * lumen_channels();
}
