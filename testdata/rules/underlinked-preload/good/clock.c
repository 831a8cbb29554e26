int clock_level = 3;
