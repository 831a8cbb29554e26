int bell_rope_pull(int times);
