int wind(int force);

int wind(int force) { return force; }
