int loudest;

int clip(int value) { return value > loudest ? loudest : value; }
