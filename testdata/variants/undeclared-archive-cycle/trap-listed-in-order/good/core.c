int send_letter(int weight);

int core_run(int weight) { return send_letter(weight) + 1; }

int core_scale(void) { return 2; }
