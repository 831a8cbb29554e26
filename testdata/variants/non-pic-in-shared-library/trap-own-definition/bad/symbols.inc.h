int *state;
