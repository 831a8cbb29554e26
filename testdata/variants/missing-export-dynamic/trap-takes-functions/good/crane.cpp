#include <cstdio>
#include <dlfcn.h>

struct Pile {
    int boxes;
};

int pile_boxes(const Pile *pile) { return pile->boxes; }
void pile_lift(Pile *pile, int boxes) { pile->boxes += boxes; }
void pile_empty(Pile *pile) { pile->boxes = 0; }

typedef int (*work_t)(Pile *pile, int (*boxes)(const Pile *), void (*lift)(Pile *, int));

int main(int argc, char **argv) {
    void *handle = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    work_t work = handle ? (work_t)dlsym(handle, "work") : nullptr;
    if (!work)
        return 1;
    Pile pile = {3};
    std::printf("%d boxes\n", work(&pile, pile_boxes, pile_lift));
    pile_empty(&pile);
}
