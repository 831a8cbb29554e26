int prism_angle(void);
