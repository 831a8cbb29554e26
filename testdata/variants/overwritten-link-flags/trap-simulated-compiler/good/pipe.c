int pipe_length(void) { return 4; }
