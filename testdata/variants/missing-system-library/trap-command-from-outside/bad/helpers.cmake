macro(use_package name)
  set(PACKAGES dl)
endmacro()
