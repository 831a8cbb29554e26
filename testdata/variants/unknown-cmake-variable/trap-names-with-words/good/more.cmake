message(STATUS "more is read")
