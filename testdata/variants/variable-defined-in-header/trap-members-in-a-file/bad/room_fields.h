int people;
int doors;
