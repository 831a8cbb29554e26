int trim(int length) { return length - 1; }
