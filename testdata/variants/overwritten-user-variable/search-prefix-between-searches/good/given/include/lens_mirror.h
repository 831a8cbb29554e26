int mirror_angle(void);
