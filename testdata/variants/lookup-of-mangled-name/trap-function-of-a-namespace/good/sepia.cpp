namespace tone {
static int users = 0;

int leave(int left) {
    users -= left;
    return users;
}
}

extern "C" int apply(int value) {
    tone::users++;
    return value / 2 + tone::leave(1);
}
