#define BEFORE_MAIN static void __attribute__((constructor))

void put_into_cage(const char *name);

BEFORE_MAIN bring_lion(void) {
  put_into_cage("lion");
}
