extern int mixer_level;
void mixer_louder(void);
