#include <cstdio>
#include <string_view>

int main() { std::puts(std::string_view("tone").data()); }
