int mix_metal(void);
int mix_vulkan(void);
int mix_cuda(void);

int mix_level(void) {
    int level = 1;
#ifdef WITH_METAL
    level += mix_metal();
#endif
#ifdef WITH_VULKAN
    level += mix_vulkan();
#endif
#ifdef WITH_CUDA
    level += mix_cuda();
#endif
    return level;
}
