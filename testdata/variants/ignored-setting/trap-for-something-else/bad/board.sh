cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE="$SDK/board.cmake" -DVIEWER_CORE_STATIC=ON -DVIEWER_SDK_LEVEL=21
cmake --build build
echo built
