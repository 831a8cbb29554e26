int thread_length(int sheets) { return sheets * 2; }
