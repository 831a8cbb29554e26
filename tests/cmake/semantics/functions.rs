//! Functions, macros and their arguments.
use super::check;

#[test]
fn macro_arguments() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
macro(m a)
  message("${a} ${ARGC} [${ARGV}] [${ARGN}] ${ARGV0} ${ARGV1}")
  set(a changed)
  message("${a}")
  if(a)
    message("a is a variable here")
  endif()
  if(DEFINED ARGN)
    message("ARGN defined")
  else()
    message("ARGN is no variable")
  endif()
  foreach(x IN LISTS ARGN)
    message("in lists ${x}")
  endforeach()
  foreach(x ${ARGN})
    message("plain ${x}")
  endforeach()
endmacro()
m(one two three)
unset(a)
function(f a)
  message("${a} ${ARGC} [${ARGV}] [${ARGN}] ${ARGV0} ${ARGV1}")
  set(a changed)
  message("${a} ${ARGV0}")
  foreach(x IN LISTS ARGN)
    message("in lists ${x}")
  endforeach()
endfunction()
f(one two three)
f("one;uno" "" "two;dos")
"#,
        )],
        r"one 3 [one;two;three] [two;three] one two
one
a is a variable here
ARGN is no variable
plain two
plain three
one 3 [one;two;three] [two;three] one two
changed one
in lists two
in lists three
one;uno 3 [one;uno;;two;dos] [;two;dos] one;uno 
changed one;uno
in lists 
in lists two
in lists dos
",
    );
}

#[test]
fn macro_in_function_argn() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
macro(m)
  foreach(x IN LISTS ARGN)
    message("caller's ${x}")
  endforeach()
  message("own ${ARGN}")
endmacro()
function(f)
  m(a b)
endfunction()
f(x y)
"#,
        )],
        r"caller's x
caller's y
own a;b
",
    );
}

#[test]
fn empty_arguments() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(f)
  message("${ARGC} [${ARGV}] [${ARGV0}] [${ARGV1}]")
endfunction()
f()
f("")
f("" "")
f(a "" b)
set(E "")
f(${E})
f("${E}")
f(${E} a ${E})
f(a;b c\;d "e;f")
f([[x ${E} y]] [=[a]]b]=])
"#,
        )],
        r"0 [] [] []
1 [] [] []
2 [;] [] []
3 [a;;b] [a] []
0 [] [] []
1 [] [] []
1 [a] [a] []
4 [a;b;c;d;e;f] [a] [b]
2 [x ${E} y;a]]b] [x ${E} y] [a]]b]
",
    );
}

#[test]
fn return_in_function() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(f x)
  if(x)
    message("early")
    return()
  endif()
  message("late")
endfunction()
f(1)
f(0)
macro(m)
  return()
endmacro()
function(g)
  message("before")
  m()
  message("never")
endfunction()
g()
message("after")
"#,
        )],
        r"early
late
before
after
",
    );
}

#[test]
fn return_propagate() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(f)
  set(A 1)
  set(B 2)
  block()
    set(A inner)
    return(PROPAGATE A)
  endblock()
endfunction()
set(A old)
f()
message("${A} [${B}]")
function(g)
  set(C 3)
  return(PROPAGATE C D)
endfunction()
set(D gone)
g()
message("${C} [${D}]")
"#,
        )],
        r"inner []
3 [gone]
",
    );
}

#[test]
fn parse_arguments() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(f)
  cmake_parse_arguments(ARG "OPT;FLAG" "ONE;TWO" "MANY;MORE" ${ARGN})
  message("[${ARG_OPT}] [${ARG_FLAG}] [${ARG_ONE}] [${ARG_TWO}] [${ARG_MANY}] [${ARG_MORE}] un[${ARG_UNPARSED_ARGUMENTS}] miss[${ARG_KEYWORDS_MISSING_VALUES}]")
  if(DEFINED ARG_ONE)
    message("ONE defined")
  endif()
endfunction()
f(OPT ONE 1 MANY a b c)
f(x y FLAG ONE 1 z MORE)
f(ONE TWO 2)
f(MANY a MANY b ONE 1 ONE 2)
f()
f("a;b" MANY "c;d" e)
f(MANY "" x)
function(g)
  cmake_parse_arguments(PARSE_ARGV 1 P "O" "S" "M")
  message("[${P_O}] [${P_S}] [${P_M}] un[${P_UNPARSED_ARGUMENTS}]")
  foreach(m IN LISTS P_M)
    message("<${m}>")
  endforeach()
endfunction()
g(first O S "x;y" M "c;d" e rest)
g(first stray O)
"#,
        )],
        r"[TRUE] [FALSE] [1] [] [a;b;c] [] un[] miss[]
ONE defined
[FALSE] [TRUE] [1] [] [] [] un[x;y;z] miss[MORE]
ONE defined
[FALSE] [FALSE] [] [2] [] [] un[] miss[ONE]
[FALSE] [FALSE] [2] [] [a;b] [] un[] miss[]
ONE defined
[FALSE] [FALSE] [] [] [] [] un[] miss[]
[FALSE] [FALSE] [] [] [c;d;e] [] un[a;b] miss[]
[FALSE] [FALSE] [] [] [x] [] un[] miss[]
[TRUE] [x;y] [c\;d;e;rest] un[]
<c;d>
<e>
<rest>
[TRUE] [] [] un[stray]
",
    );
}

#[test]
fn functions_redefined() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(f)
  message("old")
endfunction()
f()
function(f)
  message("new")
  _f()
endfunction()
f()
macro(M_Case)
  message("case")
endmacro()
m_case()
M_CASE()
if(COMMAND f)
  message("command")
endif()
if(NOT COMMAND nof)
  message("no command")
endif()
set(name f)
cmake_language(CALL ${name})
cmake_language(EVAL CODE "message(evaluated)
set(from_eval 1)")
message("${from_eval}")
"#,
        )],
        r"old
new
old
case
case
command
no command
new
old
evaluated
1
",
    );
}

#[test]
fn function_variables() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(f)
  message("${CMAKE_CURRENT_FUNCTION}")
endfunction()
f()
message("[${CMAKE_CURRENT_FUNCTION}]")
"#,
        )],
        r"f
[]
",
    );
}

#[test]
fn recursion() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
function(fact n)
  if(n LESS 2)
    set(r 1 PARENT_SCOPE)
    return()
  endif()
  math(EXPR m "${n} - 1")
  fact(${m})
  math(EXPR r "${n} * ${r}")
  set(r ${r} PARENT_SCOPE)
endfunction()
fact(6)
message("${r}")
"#,
        )],
        r"720
",
    );
}

#[test]
fn deferred() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
cmake_language(DEFER CALL message "end")
set(x early)
cmake_language(DEFER CALL message "x is ${x}")
set(x late)
message("first")
"#,
        )],
        r"first
end
x is late
",
    );
}

#[test]
fn a_macro_reads_escape_sequences_once_more() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
macro(shown)
  message("${ARGV0}")
  message("${ARGN}")
endmacro()
function(kept)
  message("${ARGV0}")
endfunction()
shown("-DX=\\\"y\\\"")
kept("-DX=\\\"y\\\"")
shown([[a\;b]])
"#,
        )],
        "-DX=\"y\"\n-DX=\"y\"\n-DX=\\\"y\\\"\na\\;b\na\\;b\n",
    );
}

#[test]
fn a_macro_puts_its_arguments_into_the_functions_that_it_defines() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
macro(define_for NAME)
  function(say_${NAME} what)
    message("${NAME} ${what} ${ARGV0} [${ARGN}] ${ARGC}")
    macro(again_${NAME} NAME)
      message("again ${NAME} ${ARGV1}")
    endmacro()
  endfunction()
endmacro()
define_for(cat)
define_for(dog)
say_cat(meows loudly)
say_dog(barks)
again_cat(one two)
"#,
        )],
        "cat meows cat [] 1\ndog barks dog [] 1\nagain cat two\n",
    );
}
