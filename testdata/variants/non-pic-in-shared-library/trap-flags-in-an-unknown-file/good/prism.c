const char *lens_name(int which);

int prism(void) {
    return lens_name(1)[0];
}
