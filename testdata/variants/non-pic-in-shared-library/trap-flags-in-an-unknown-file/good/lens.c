static int focus = 50;

const char *lens_name(int which) {
    static const char *const names[] = {"wide", "long"};
    return names[(which + focus) % 2];
}
