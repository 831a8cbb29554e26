extern int spokes;
