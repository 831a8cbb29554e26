# What commands of rocm-cmake set, in our words; those that make targets and install them are in commands/rocm.rs. Source: ROCm/rocm-cmake
# 67ae770, share/rocmcmakebuildtools/cmake (ROCMSetupVersion.cmake, ROCMHeaderWrapper.cmake).

function(rocm_setup_version)
  cmake_parse_arguments(arg "NO_GIT_TAG_VERSION" "VERSION;PARENT" "" ${ARGN})
  if(NOT arg_VERSION)
    return()
  endif()
  if(arg_VERSION MATCHES "^[0-9]+\\.[0-9]+$")
    set(arg_VERSION ${arg_VERSION}.0)
  endif()
  string(REGEX REPLACE "^([0-9]+).*" "\\1" major "${arg_VERSION}")
  string(REGEX REPLACE "^[0-9]+\\.([0-9]+).*" "\\1" minor "${arg_VERSION}")
  string(REGEX REPLACE "^[0-9]+\\.[0-9]+\\.([0-9]+).*" "\\1" patch "${arg_VERSION}")
  set(tweak)
  if(NOT arg_NO_GIT_TAG_VERSION)
    execute_process(COMMAND git describe --dirty --long OUTPUT_VARIABLE tweak)
  endif()
  foreach(name PROJECT ${PROJECT_NAME})
    set(${name}_VERSION ${arg_VERSION} PARENT_SCOPE)
    set(${name}_VERSION_MAJOR ${major} PARENT_SCOPE)
    set(${name}_VERSION_MINOR ${minor} PARENT_SCOPE)
    set(${name}_VERSION_PATCH ${patch} PARENT_SCOPE)
    set(${name}_VERSION_TWEAK ${tweak} PARENT_SCOPE)
  endforeach()
endfunction()

# Headers in the build folder that include others.
macro(rocm_wrap_header_dir)
endmacro()

macro(rocm_wrap_header_file)
endmacro()

# What including the modules does; the others define commands only.

macro(module_rocminstalltargets)
  set(CMAKE_INSTALL_LIBDIR "lib" CACHE STRING "Library install directory")
  include(GNUInstallDirs)
  set(ROCM_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
endmacro()

macro(module_rocmcreatepackage)
  set(CMAKE_INSTALL_LIBDIR "lib" CACHE STRING "Library install directory")
  include(GNUInstallDirs)
  set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME runtime)
endmacro()

macro(module_rocmtest)
  set(CMAKE_INSTALL_LIBDIR "lib" CACHE STRING "Library install directory")
  include(GNUInstallDirs)
  include(CTest)
  find_package(Threads REQUIRED)
  add_custom_target(check)
  add_custom_target(tests)
endmacro()

macro(module_rocmanalyzers)
endmacro()

macro(module_rocmchecktargetids)
endmacro()

macro(module_rocmclangtidy)
endmacro()

macro(module_rocmclients)
endmacro()

macro(module_rocmcppcheck)
endmacro()

macro(module_rocmdocs)
endmacro()

macro(module_rocmdoxygendoc)
endmacro()

macro(module_rocmheaderwrapper)
endmacro()

macro(module_rocminstallsymlinks)
endmacro()

macro(module_rocmpackageconfighelpers)
endmacro()

macro(module_rocmsetupversion)
endmacro()

macro(module_rocmsphinxdoc)
endmacro()

macro(module_rocmutilities)
endmacro()
