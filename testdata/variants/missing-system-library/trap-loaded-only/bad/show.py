import ctypes

swing = ctypes.CDLL("build/libswing.so")
swing.swing_height.restype = ctypes.c_double
print("height %.1f" % swing.swing_height(ctypes.c_double(2.0), ctypes.c_double(0.0)))
