namespace tune {
int pitch() { return 440; }
}
