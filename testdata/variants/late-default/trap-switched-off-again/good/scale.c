int scale_unit = 4;
