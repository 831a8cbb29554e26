#include <dlfcn.h>
#include <stdio.h>

int main(void)
{
    void *ocr = dlopen("libocr.so.2", RTLD_LAZY);
    if (!ocr) {
        printf("no text recognition: %s\n", dlerror());
        return 1;
    }
    printf("pages %d\n", ((int (*)(void))dlsym(ocr, "ocr_pages"))());
    return 0;
}
