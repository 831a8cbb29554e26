set(LLVM_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(LLVM_PACKAGE_VERSION 17.0.6)
set(LLVM_VERSION_MAJOR 17)
set(LLVM_NATIVE_ARCH X86)
set(LLVM_TARGETS_TO_BUILD AMDGPU X86)
set(LLVM_INCLUDE_DIRS ${CMAKE_CURRENT_LIST_DIR}/../include)
set(LLVM_AVAILABLE_LIBS
  LLVMSupport
  LLVMCore
  LLVMAMDGPUInfo
  LLVMAMDGPUDesc
  LLVMAMDGPUCodeGen
  LLVMX86Info
  LLVMX86Desc
  LLVMX86CodeGen
)

# Puts the libraries of the named components into ${out_libs}.
function(llvm_map_components_to_libnames out_libs)
  set(libs "")
  foreach(component IN LISTS ARGN)
    string(TOUPPER "${component}" wanted)
    if(wanted STREQUAL "NATIVE")
      set(wanted ${LLVM_NATIVE_ARCH})
    endif()
    if(wanted IN_LIST LLVM_TARGETS_TO_BUILD)
      list(APPEND libs LLVM${wanted}CodeGen LLVM${wanted}Desc LLVM${wanted}Info)
      continue()
    endif()
    foreach(lib IN LISTS LLVM_AVAILABLE_LIBS)
      string(TOUPPER "${lib}" name)
      if(name STREQUAL "LLVM${wanted}")
        list(APPEND libs ${lib})
      endif()
    endforeach()
  endforeach()
  set(${out_libs} ${libs} PARENT_SCOPE)
endfunction()
