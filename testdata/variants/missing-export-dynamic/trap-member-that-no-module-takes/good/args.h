int find_arg(int at);
