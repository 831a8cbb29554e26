# For other projects.
macro(ask_all prefix)
  find_package(PkgConfig)
  pkg_check_modules(${prefix} ${ARGN})
endmacro()
