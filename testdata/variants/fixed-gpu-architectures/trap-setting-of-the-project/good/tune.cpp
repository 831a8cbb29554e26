int tune() { return 440; }
