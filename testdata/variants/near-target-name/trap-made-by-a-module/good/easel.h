int core_size(void);
int oil_layers(void);
