#include "kernel.h"
#include "models.h"

#include <iostream>

int main()
{
    std::cout << "days " << plan::Interval(plan::Report(3).pages()) << std::endl;
    return 0;
}
