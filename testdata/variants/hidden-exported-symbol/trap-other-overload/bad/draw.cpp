#include "shapes.h"
#include <iostream>

using std::to_string;

int main() {
    std::cout << "length " << length(Line{4}) << " of " << to_string(5) << "\n";
}
