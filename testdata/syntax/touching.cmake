# Arguments without blanks between: CMake warns and reads on.
before(a)
strings("a""b" "c"d e"f
g"h)
parens(a(b)c(d)"e"(f))
bracket([[a]](b) [[c]])
continued("a\
b\
" c)
