#define BERTHS 4
