#include <QLibrary>
#include <QString>
#include <cstdio>

using Pitch = int (*)(int);

int main(int, char **argv) {
    QLibrary pipe(QString::fromLocal8Bit(argv[1]));
    if (!pipe.load()) {
        std::puts("no pipe");
        return 1;
    }
    auto pitch = reinterpret_cast<Pitch>(pipe.resolve("pipe_pitch"));
    if (pitch == nullptr) {
        std::puts("the pipe is mute");
        return 1;
    }
    std::printf("pitch %d\n", pitch(2));
    return 0;
}
