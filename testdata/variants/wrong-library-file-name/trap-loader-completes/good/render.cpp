extern "C" int render() { return 4; }
