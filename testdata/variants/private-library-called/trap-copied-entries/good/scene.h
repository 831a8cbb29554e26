int scene_lamps(void);
