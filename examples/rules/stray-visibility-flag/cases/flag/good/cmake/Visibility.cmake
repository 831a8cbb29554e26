function(hide_symbols target)
  target_compile_options(${target} PRIVATE -fvisibility=hidden)
endfunction()
