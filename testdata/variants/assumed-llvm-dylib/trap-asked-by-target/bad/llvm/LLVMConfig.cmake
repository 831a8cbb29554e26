# Stands for an LLVM that was built as one library.
set(LLVM_AVAILABLE_LIBS LLVM LLVMCore)
add_library(LLVMCore SHARED ${CMAKE_CURRENT_LIST_DIR}/core.c)
set_target_properties(LLVMCore PROPERTIES OUTPUT_NAME LLVM)
add_library(LLVM ALIAS LLVMCore)
