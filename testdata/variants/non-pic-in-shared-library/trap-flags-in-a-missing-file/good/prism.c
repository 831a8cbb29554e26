int lens_focus(int more);

int prism(void) {
    return lens_focus(1);
}
