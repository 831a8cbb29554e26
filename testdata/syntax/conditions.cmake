if(A AND B)
endif()
if((A OR B) AND NOT (C AND (D OR E)))
endif()
if("${X}" STREQUAL "y" OR
   (X VERSION_GREATER_EQUAL 1.2
    AND Z MATCHES "^(a|b)+$"))
endif()
while(NOT (DEFINED ENV{X}))
endwhile()
if(NOT(A)OR(B))
endif()
