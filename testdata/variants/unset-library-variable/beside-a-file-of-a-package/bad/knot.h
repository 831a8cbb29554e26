int knot_count(void);
