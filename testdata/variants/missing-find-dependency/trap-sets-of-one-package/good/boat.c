int water(void);

int boat(void) { return water() * 2; }
