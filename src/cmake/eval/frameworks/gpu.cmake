# What the commands of the former FindCUDA and FindHIP make, in our words. Sources: cmake-modules(7) (FindCUDA), ROCm/hip (FindHIP.cmake).
# The libraries of the toolkit are linked, too: where they are is not known. They link
# as C++ (CUDA_C_OR_CXX, HIP_C_OR_CXX). There is no toolkit for macOS (CUDA: since 11).

function(cuda_add_library target)
  if(APPLE)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "OPTIONS" ${ARGN})
  add_library(${target} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} ${CUDA_LIBRARIES})
endfunction()

function(cuda_add_executable target)
  if(APPLE)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "OPTIONS" ${ARGN})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${target} ${CUDA_LIBRARIES})
endfunction()

function(cuda_add_cublas_to_target target)
  target_link_libraries(${target} ${CUDA_CUBLAS_LIBRARIES})
endfunction()

function(cuda_add_cufft_to_target target)
  target_link_libraries(${target} ${CUDA_CUFFT_LIBRARIES})
endfunction()

macro(cuda_include_directories)
endmacro()

function(hip_add_library target)
  if(APPLE)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "HIPCC_OPTIONS;CLANG_OPTIONS;NVCC_OPTIONS" ${ARGN})
  add_library(${target} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

function(hip_add_executable target)
  if(APPLE)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "HIPCC_OPTIONS;CLANG_OPTIONS;NVCC_OPTIONS" ${ARGN})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

macro(hip_include_directories)
endmacro()
