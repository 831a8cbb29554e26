find_package(Fuel CONFIG REQUIRED COMPONENTS core)
include("${CMAKE_CURRENT_LIST_DIR}/engineTargets.cmake")
