# Stands for an LLVM that was built as one library, with its static libraries installed beside it.
set(LLVM_LINK_LLVM_DYLIB ON)
add_library(LLVM SHARED ${CMAKE_CURRENT_LIST_DIR}/support.c ${CMAKE_CURRENT_LIST_DIR}/core.c)
add_library(LLVMSupport STATIC ${CMAKE_CURRENT_LIST_DIR}/support.c)
function(llvm_map_components_to_libnames out)
  set(${out} LLVMSupport PARENT_SCOPE)
endfunction()
# As in AddLLVM.cmake, with LLVM_LINK_COMPONENTS.
function(add_llvm_executable name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE LLVM)
endfunction()
