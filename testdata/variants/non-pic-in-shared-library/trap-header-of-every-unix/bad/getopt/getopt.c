int optind_own = 1;

int getopt_own(int argc) { return argc + optind_own; }
