#include "compile_stencil.h"

#include <iostream>

int main()
{
    std::cout << compile_stencil(2) << '\n';
    return 0;
}
