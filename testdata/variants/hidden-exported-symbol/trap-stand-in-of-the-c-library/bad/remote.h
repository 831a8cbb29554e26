__attribute__((visibility("default"))) int remote_port(void);
