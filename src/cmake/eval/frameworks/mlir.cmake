# What the commands of MLIR's AddMLIR.cmake and of LLVM's TableGen.cmake make, in our words. Source: llvm/llvm-project 17.0.6
# (mlir/cmake/modules/AddMLIR.cmake, llvm/cmake/modules/TableGen.cmake).

function(add_mlir_library target)
  cmake_parse_arguments(arg "SHARED;INSTALL_WITH_TOOLCHAIN;EXCLUDE_FROM_LIBMLIR;DISABLE_INSTALL;ENABLE_AGGREGATION" ""
    "ADDITIONAL_HEADERS;ADDITIONAL_HEADER_DIRS;DEPENDS;LINK_COMPONENTS;LINK_LIBS" ${ARGN})
  if(arg_SHARED)
    add_llvm_library(${target} SHARED ${arg_UNPARSED_ARGUMENTS} LINK_COMPONENTS ${arg_LINK_COMPONENTS} LINK_LIBS ${arg_LINK_LIBS})
  else()
    add_llvm_library(${target} ${arg_UNPARSED_ARGUMENTS} LINK_COMPONENTS ${arg_LINK_COMPONENTS} LINK_LIBS ${arg_LINK_LIBS})
  endif()
endfunction()

function(add_mlir_dialect_library target)
  add_mlir_library(${target} ${ARGN})
endfunction()

function(add_mlir_conversion_library target)
  add_mlir_library(${target} ${ARGN})
endfunction()

function(add_mlir_extension_library target)
  add_mlir_library(${target} ${ARGN})
endfunction()

function(add_mlir_translation_library target)
  add_mlir_library(${target} ${ARGN})
endfunction()

function(add_mlir_interface_library target)
  add_mlir_library(${target} ${ARGN})
endfunction()

function(add_mlir_tool target)
  add_llvm_tool(${target} ${ARGN})
endfunction()

function(add_public_tablegen_target target)
  add_custom_target(${target})
endfunction()

macro(tablegen)
endmacro()
macro(mlir_tablegen)
endmacro()
macro(add_mlir_doc)
endmacro()
macro(mlir_check_link_libraries)
endmacro()
macro(mlir_check_all_link_libraries)
endmacro()
macro(llvm_update_compile_flags)
endmacro()
macro(configure_lit_site_cfg)
endmacro()
macro(add_lit_testsuite target)
  add_custom_target(${target})
endmacro()
macro(add_lit_testsuites)
endmacro()
