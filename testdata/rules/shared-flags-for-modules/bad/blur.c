int kernel_size(void);

int blur(int pixel) {
  return pixel / kernel_size();
}
