no_arguments()
blanks_only(   )
quoted("" "a b" "two
lines" "semi;colons" "tick ' mark" "# no comment" "(paren)")
unquoted(a b;c 1.0 -Wl,--no-undefined /abs/path ../up @literal@ a=b == [ ] x[1] {braces} | < > , ~ ! % ^ & * ? ' `)
bracket([[]] [[a]] [=[b]]]=] [==[
first newline dropped
]==])
paren(NOT (a) AND ((b) OR c))
words(äöü 漢字 🙂)
empty_lines(

  a

  b
)
legacy(-Da="b c" x"y"z $(MAKE) a$(B)c -D"$(X) y"=1)
