# at the start
#
#no blank
#[ not a bracket ]]
   # indented
one() # after
two(a # first
    b # "quote and ( paren
    #c
    d)#direct
#[[bracket]]
#[=[ several
lines ]] ]=] # and a line comment
three(#[[inside]] a #[==[ ]=] ]==] b)
four(a #[[x]] )
# [[not a bracket
#[==not a bracket
five()
# without a line end