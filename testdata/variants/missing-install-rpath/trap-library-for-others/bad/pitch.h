int pitch(void);
