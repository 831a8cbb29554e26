# Stands for the LLVM of a submodule, in static libraries.
set(LLVM_LINK_LLVM_DYLIB OFF)
add_library(LLVMSupport STATIC ${CMAKE_CURRENT_LIST_DIR}/support.c ${CMAKE_CURRENT_LIST_DIR}/core.c)
function(llvm_map_components_to_libnames out)
  set(${out} LLVMSupport PARENT_SCOPE)
endfunction()
