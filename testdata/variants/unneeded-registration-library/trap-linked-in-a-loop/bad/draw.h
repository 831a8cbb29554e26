struct Draw {
    int next() { return 4; }
};
