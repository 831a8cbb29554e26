namespace tone {
static int users = 0;

// Of this library only: the program's optional hook has other arguments.
int release(int left) {
    users -= left;
    return users;
}
}

extern "C" int apply(int value) {
    tone::users++;
    return value / 2 + tone::release(1);
}
