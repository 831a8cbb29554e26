# What the commands of rapids-cmake make, in our words. Source: docs.rapids.ai (rapids-cmake API). Commands that bring packages or choose GPU
# architectures are left out: what they give is not known.

# Where GNUInstallDirs says, whatever that is there.
function(rapids_cmake_install_lib_dir variable)
  cmake_parse_arguments(arg "MODIFY_INSTALL_LIBDIR" "" "" ${ARGN})
  include(GNUInstallDirs)
  set(${variable} "${CMAKE_INSTALL_LIBDIR}" PARENT_SCOPE)
  if(arg_MODIFY_INSTALL_LIBDIR)
    set(CMAKE_INSTALL_LIBDIR "${CMAKE_INSTALL_LIBDIR}" PARENT_SCOPE)
  endif()
endfunction()

macro(rapids_cmake_support_conda_env)
endmacro()
macro(rapids_cmake_write_version_file)
endmacro()
macro(rapids_cmake_write_git_revision_file)
endmacro()
macro(rapids_test_init)
endmacro()
macro(rapids_test_add)
endmacro()
macro(rapids_test_install_relocatable)
endmacro()
macro(rapids_test_gpu_requirements)
endmacro()
