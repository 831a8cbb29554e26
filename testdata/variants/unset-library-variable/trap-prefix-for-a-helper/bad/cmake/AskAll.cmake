# For projects around this one.
macro(ask_all prefix)
  find_package(PkgConfig)
  pkg_check_modules(${prefix} ${ARGN})
endmacro()
macro(ask_for_edges)
  ask_all(Edges edges)
endmacro()
