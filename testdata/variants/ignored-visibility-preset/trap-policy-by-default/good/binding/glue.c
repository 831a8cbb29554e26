int glue_dries(int minutes) { return minutes > 20; }
