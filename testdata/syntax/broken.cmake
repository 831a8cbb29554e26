# Every statement here is an error, the lines between are not.
good(1)
"quoted"(name)
good(2)
no_parentheses
good(3)
two(4) good(5)
good(a"b${c d}" "\q" "$FOO{x}" "${open")
good([[bracket]]touching)
else()
if(x)
  while(y)
endif()
endwhile()
unclosed(a
  b
good(6)
function(f)
  unclosed("string
  good(7)
