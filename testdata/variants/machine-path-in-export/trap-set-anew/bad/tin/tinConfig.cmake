include(${CMAKE_CURRENT_LIST_DIR}/tinTargets.cmake)
find_path(LID_FOLDER lid.h)
set_target_properties(tin PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${LID_FOLDER};${CMAKE_CURRENT_LIST_DIR}/../../../include")
