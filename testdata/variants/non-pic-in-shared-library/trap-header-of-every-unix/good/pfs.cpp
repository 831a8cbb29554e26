#ifdef OWN
extern "C" int getopt_own(int argc);

int pfs(int argc) { return getopt_own(argc) - 1; }
#else
int pfs(int argc) { return argc; }
#endif
