int mix_row(int n);
