#define attribute_hidden __attribute__((visibility("hidden")))
extern attribute_hidden int teeth;
