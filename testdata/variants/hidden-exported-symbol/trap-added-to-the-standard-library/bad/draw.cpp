#include "shapes.h"
#include <iostream>

int main() {
    std::cout << "length " << length(Line{4}) << " of " << std::to_string(5) << "\n";
}
