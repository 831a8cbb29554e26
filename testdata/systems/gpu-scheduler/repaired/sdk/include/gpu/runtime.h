#ifndef GPU_RUNTIME_H
#define GPU_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

/* Starts a kernel on a stream; 0 is success. */
int gpuLaunchKernel(const char *kernel, int stream);
int gpuStreamSynchronize(int stream);

#ifdef __cplusplus
}
#endif

#endif
