cmake -S . -B build -DCMAKE_TOOLCHAIN_FILE="$SDK/board.cmake" -DVIEWER_CORE_STATIC=ON -DVIEWER_WITH_CODEC=ON
cmake --build build
echo built
