int volume(void);

int sound(void) { return volume(); }
