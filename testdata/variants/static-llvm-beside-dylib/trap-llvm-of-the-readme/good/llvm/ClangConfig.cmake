# Stands for a clang that was built on it.
add_library(clangBasic STATIC ${CMAKE_CURRENT_LIST_DIR}/basic.c)
target_link_libraries(clangBasic PUBLIC LLVMCore)
