#define CLASP_MORE 1
