# Stands for an LLVM that was built as separate libraries.
set(LLVM_LINK_LLVM_DYLIB OFF)
add_library(LLVMCore STATIC ${CMAKE_CURRENT_LIST_DIR}/core.c)
function(llvm_map_components_to_libnames out)
  set(${out} LLVMCore PARENT_SCOPE)
endfunction()
