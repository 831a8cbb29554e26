int part_number(int which);
