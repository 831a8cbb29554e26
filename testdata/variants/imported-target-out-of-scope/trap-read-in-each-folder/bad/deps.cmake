include_guard()
find_package(Threads REQUIRED)
