int plan(void);
int run_jobs(void);
