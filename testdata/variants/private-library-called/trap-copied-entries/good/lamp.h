int lamp_watts(void);
