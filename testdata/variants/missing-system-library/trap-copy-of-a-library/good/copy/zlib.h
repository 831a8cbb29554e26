unsigned long compressBound(unsigned long length);
