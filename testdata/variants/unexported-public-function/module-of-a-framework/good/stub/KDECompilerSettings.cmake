# Stands for the module of Extra CMake Modules: what it does about visibility.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
