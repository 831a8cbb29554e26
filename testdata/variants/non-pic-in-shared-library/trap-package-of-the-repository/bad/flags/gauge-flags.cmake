macro(gauge_defaults)
  add_compile_options("$<$<C_COMPILER_ID:GNU,Clang>:-fPIC>")
endmacro()
gauge_defaults()
