set(a "one\
two
three" b)
# comment
set(b [[
first
second]])
if(a)
	set(c
    d # e
  )
endif()
set(f "lone  return")
