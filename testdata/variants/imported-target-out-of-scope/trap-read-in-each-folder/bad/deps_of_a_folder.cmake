include_guard(DIRECTORY)
find_package(Threads REQUIRED)
