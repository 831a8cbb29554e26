include("${CMAKE_CURRENT_LIST_DIR}/quill-targets.cmake")
