# Stands for the LLVM that build-llvm.sh makes, in separate libraries.
set(LLVM_LINK_LLVM_DYLIB OFF)
add_library(LLVMSupport STATIC ${CMAKE_CURRENT_LIST_DIR}/support.c)
add_library(LLVMCore STATIC ${CMAKE_CURRENT_LIST_DIR}/core.c)
target_link_libraries(LLVMCore PUBLIC LLVMSupport)
function(llvm_map_components_to_libnames out)
  set(${out} LLVMSupport PARENT_SCOPE)
endfunction()
