from conan import ConanFile
from conan.tools.cmake import CMake


class Packlib(ConanFile):
    name = "packlib"

    def build(self):
        cmake = CMake(self)
        cmake.configure()
