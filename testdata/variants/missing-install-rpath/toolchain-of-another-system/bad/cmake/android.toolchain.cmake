set(CMAKE_SYSTEM_NAME Android)
set(CMAKE_SKIP_RPATH TRUE CACHE BOOL "no search paths there")
