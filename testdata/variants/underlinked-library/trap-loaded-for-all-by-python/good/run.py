import ctypes

core = ctypes.CDLL("./build/libcore.so", mode=ctypes.RTLD_GLOBAL)
ext = ctypes.CDLL("./build/ext.so")
print("run", ext.ext_run())
