int focus = 50;

int lens_focus(int more) {
    focus += more;
    return focus;
}
