int tune() { return 1; }
