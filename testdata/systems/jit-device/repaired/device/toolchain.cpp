#include <veckit/toolchain.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

void veckit::compile(const std::string& source, const std::string& output)
{
    const std::string file = output + ".cpp";
    std::ofstream stream(file);
    stream << source;
    stream.close();
    if (!stream) {
        throw std::runtime_error("cannot write " + file);
    }

    const char* compiler = std::getenv("VECKIT_CXX");
    const std::string program = compiler == nullptr ? "g++" : compiler;
    const std::string command = program + " -O2 -fPIC -shared -o " + output + " " + file;
    if (std::system(command.c_str()) != 0) {
        throw std::runtime_error("the compiler failed: " + command);
    }
}
