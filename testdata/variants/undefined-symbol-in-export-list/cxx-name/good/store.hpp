namespace store {
extern const int capacity;
int size();
}
