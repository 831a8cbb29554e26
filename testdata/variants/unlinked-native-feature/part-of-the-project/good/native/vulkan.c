int mix_vulkan(void) { return 100; }
