int core_scale(void);

int send_letter(int weight) { return weight * core_scale(); }
