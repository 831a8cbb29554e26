#include <veckit/codegen.h>

#include <sstream>

std::string veckit::generate(const Kernel& kernel)
{
    std::ostringstream out;
    out << "void " << kernel.name << "(unsigned long n, const float* x, const float* y, float* out)\n";
    out << "{\n";
    out << "    for (unsigned long i = 0; i < n; ++i) {\n";
    out << "        out[i] = " << kernel.expression << ";\n";
    out << "    }\n";
    out << "}\n";
    return out.str();
}
