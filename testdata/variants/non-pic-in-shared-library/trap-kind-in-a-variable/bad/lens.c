int scan_pages(void);

int lens_view(void) { return scan_pages() * 10; }
