int scan_count = 3;

int scan_pages(void) { return ++scan_count; }
