# Stands for an LLVM that was built as one library.
set(LLVM_LINK_LLVM_DYLIB ON)
add_library(LLVMCore SHARED ${CMAKE_CURRENT_LIST_DIR}/core.c)
set_target_properties(LLVMCore PROPERTIES OUTPUT_NAME LLVM)
function(llvm_map_components_to_libnames out)
  set(${out} LLVMCore PARENT_SCOPE)
endfunction()
