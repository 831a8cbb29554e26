__attribute__((weak)) void accelerator_start(void);

int image_width(int accelerated)
{
    if (accelerated && accelerator_start)
        accelerator_start();
    return 640;
}
