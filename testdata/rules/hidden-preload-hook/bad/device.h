void device_launch(void);
