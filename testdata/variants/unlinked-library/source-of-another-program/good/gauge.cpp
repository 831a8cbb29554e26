#include "format.h"

int main(int argc, char **)
{
    return Format::digits(argc) - 1;
}
