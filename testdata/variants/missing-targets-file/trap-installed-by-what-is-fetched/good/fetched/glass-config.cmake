message(STATUS "glass is here")
