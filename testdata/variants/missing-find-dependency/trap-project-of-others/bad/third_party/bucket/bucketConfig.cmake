include("${CMAKE_CURRENT_LIST_DIR}/bucketTargets.cmake")
