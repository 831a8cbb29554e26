int lens(void);
