# Configuration of valve, which needs a gauge.
# Users choose one by calling find_package(gauge) before they look for this package.
include("${CMAKE_CURRENT_LIST_DIR}/valveTargets.cmake")
