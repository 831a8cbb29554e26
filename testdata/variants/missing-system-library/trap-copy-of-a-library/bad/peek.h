unsigned long peek_bound(unsigned long length);
