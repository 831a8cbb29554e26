int axis_length(void);
int chart_scale(int length);
