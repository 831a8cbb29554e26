//! Conditions and loops.
use super::check;

#[test]
fn loops() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
foreach(i RANGE 3)
  message("r ${i}")
endforeach()
foreach(i RANGE 1 10 4)
  message("s ${i}")
endforeach()
foreach(i RANGE 3 1)
  message("down ${i}")
endforeach()
set(i kept)
foreach(i IN ITEMS a "" "b;c")
  message("item [${i}]")
endforeach()
message("${i}")
set(L 1 2 3)
set(M x y)
foreach(i IN LISTS L M ITEMS z)
  if(i EQUAL 2)
    continue()
  endif()
  if(i STREQUAL y)
    break()
  endif()
  message("${i}")
endforeach()
foreach(a b IN ZIP_LISTS L M)
  if(DEFINED b)
    message("${a}-${b}")
  else()
    message("${a}-none")
  endif()
endforeach()
foreach(p IN ZIP_LISTS L M)
  message("${p_0}|${p_1}")
endforeach()
foreach(x a;b "c;d" ${L})
  message("p ${x}")
endforeach()
foreach(x)
  message("never")
endforeach()
foreach(x IN LISTS)
  message("never")
endforeach()
"#,
        )],
        r"r 0
r 1
r 2
r 3
s 1
s 5
s 9
down 3
down 2
down 1
item [a]
item []
item [b;c]
kept
1
3
x
1-x
2-y
3-none
1|x
2|y
3|
p a
p b
p c;d
p 1
p 2
p 3
",
    );
}

#[test]
fn nested_break() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
foreach(i a b c)
  foreach(j 1 2 3)
    if(j EQUAL 2)
      break()
    endif()
    message("${i}${j}")
  endforeach()
  if(i STREQUAL b)
    break()
  endif()
endforeach()
set(n 0)
while(n LESS 10)
  math(EXPR n "${n} + 1")
  if(n EQUAL 2)
    continue()
  endif()
  if(n GREATER 4)
    break()
  endif()
  message("n ${n}")
endwhile()
message("${n}")
while(FALSE)
  message("never")
endwhile()
"#,
        )],
        r"a1
b1
n 1
n 3
n 4
5
",
    );
}

#[test]
fn if_constants() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
foreach(c 1 ON YES TRUE Y true yEs 2 -1 0x1 1.5 0 OFF NO FALSE N IGNORE NOTFOUND x-NOTFOUND "" word 00 0.0)
  if("${c}")
    message("quoted ${c} true")
  else()
    message("quoted ${c} false")
  endif()
  if(${c})
    message("${c} true")
  else()
    message("${c} false")
  endif()
endforeach()
set(word 1)
if(word)
  message("variable")
endif()
if("word")
  message("quoted variable")
else()
  message("quoted is text")
endif()
set(indirect word)
if(${indirect})
  message("indirect")
endif()
if(NOT undefined_thing)
  message("undefined is false")
endif()
set(X some-NOTFOUND)
if(NOT X)
  message("notfound")
endif()
"#,
        )],
        r"quoted 1 true
1 true
quoted ON true
ON true
quoted YES true
YES true
quoted TRUE true
TRUE true
quoted Y true
Y true
quoted true true
true true
quoted yEs true
yEs true
quoted 2 true
2 true
quoted -1 true
-1 true
quoted 0x1 true
0x1 true
quoted 1.5 true
1.5 true
quoted 0 false
0 false
quoted OFF false
OFF false
quoted NO false
NO false
quoted FALSE false
FALSE false
quoted N false
N false
quoted IGNORE false
IGNORE false
quoted NOTFOUND false
NOTFOUND false
quoted x-NOTFOUND false
x-NOTFOUND false
quoted  false
 false
quoted word false
word false
quoted 00 false
00 false
quoted 0.0 false
0.0 false
variable
quoted is text
indirect
undefined is false
notfound
",
    );
}

#[test]
fn if_precedence() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
macro(t)
  if(${ARGN})
    message("T: ${ARGN}")
  else()
    message("F: ${ARGN}")
  endif()
endmacro()
t(TRUE OR FALSE AND FALSE)
t(TRUE OR TRUE AND FALSE)
t(NOT FALSE AND FALSE)
t(NOT FALSE OR TRUE)
if(NOT (TRUE AND FALSE) AND (FALSE OR TRUE))
  message("parens")
endif()
if((1 LESS 2) AND NOT (3 LESS 2))
  message("cmp")
endif()
if(NOT 1 EQUAL 2)
  message("not equal")
endif()
if(((TRUE)))
  message("deep")
endif()
if(FALSE AND TRUE OR TRUE)
  message("left to right")
endif()
if(NOT DEFINED nothing AND NOT TARGET nothing)
  message("unary")
endif()
if(a STREQUAL a AND b STREQUAL b OR c STREQUAL d)
  message("words")
endif()
"#,
        )],
        r"F: TRUE;OR;FALSE;AND;FALSE
F: TRUE;OR;TRUE;AND;FALSE
F: NOT;FALSE;AND;FALSE
T: NOT;FALSE;OR;TRUE
parens
cmp
not equal
deep
left to right
unary
words
",
    );
}

#[test]
fn if_quoting() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
set(A B)
set(B C)
if(A STREQUAL B)
  message("1")
endif()
if("A" STREQUAL B)
  message("2")
endif()
if("A" STREQUAL "A")
  message("3")
endif()
if(A STREQUAL "B")
  message("4")
endif()
if(${A} STREQUAL C)
  message("5")
endif()
if("${A}" STREQUAL "B")
  message("6")
endif()
if("${A}" STREQUAL C)
  message("7")
endif()
if(B STREQUAL C)
  message("8")
endif()
if(unknown STREQUAL "")
  message("9")
endif()
if(unknown STREQUAL unknown)
  message("10")
endif()
if("" STREQUAL "")
  message("11")
endif()
set(E "")
if(E STREQUAL "")
  message("12")
endif()
"#,
        )],
        r"3
4
5
6
8
10
11
12
",
    );
}

#[test]
fn if_quoting_old() {
    check(
        &[(
            "CMakeLists.txt",
            r#"set(A B)
if("A" STREQUAL "B")
  message("dereferenced")
else()
  message("text")
endif()
if("A")
  message("B is a name")
else()
  message("false")
endif()
set(T 1)
if("T")
  message("quoted variable is true")
endif()
"#,
        )],
        r"dereferenced
B is a name
quoted variable is true
",
    );
}

#[test]
fn comparisons() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
macro(t)
  if(${ARGN})
    message("T: ${ARGN}")
  else()
    message("F: ${ARGN}")
  endif()
endmacro()
t(1 EQUAL 1.0)
t(1 EQUAL 01)
t(10 LESS 9)
t(10 STRLESS 9)
t(a STRLESS b)
t(b STRGREATER a)
t(a LESS 1)
t(a EQUAL a)
t(2 LESS_EQUAL 2)
t(2 GREATER_EQUAL 3)
t(-1 LESS 0)
t(1.10 VERSION_GREATER 1.9)
t(1.2.0 VERSION_EQUAL 1.2)
t(1.2 VERSION_LESS 1.2.1)
t(1.2-rc1 VERSION_LESS 1.2)
t(v1 VERSION_EQUAL 0)
t(1.2.3.4.5 VERSION_GREATER_EQUAL 1.2.3.4)
t(a STRLESS_EQUAL a)
t(B STRLESS a)
t(/a/b PATH_EQUAL /a//b)
t(1e3 EQUAL 1000)
"#,
        )],
        r"T: 1;EQUAL;1.0
T: 1;EQUAL;01
F: 10;LESS;9
T: 10;STRLESS;9
T: a;STRLESS;b
T: b;STRGREATER;a
F: a;LESS;1
F: a;EQUAL;a
T: 2;LESS_EQUAL;2
F: 2;GREATER_EQUAL;3
T: -1;LESS;0
T: 1.10;VERSION_GREATER;1.9
T: 1.2.0;VERSION_EQUAL;1.2
T: 1.2;VERSION_LESS;1.2.1
F: 1.2-rc1;VERSION_LESS;1.2
T: v1;VERSION_EQUAL;0
T: 1.2.3.4.5;VERSION_GREATER_EQUAL;1.2.3.4
T: a;STRLESS_EQUAL;a
T: B;STRLESS;a
T: /a/b;PATH_EQUAL;/a//b
T: 1e3;EQUAL;1000
",
    );
}

#[test]
fn in_list() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
set(L a b "" c)
foreach(x a d "" c)
  if(x IN_LIST L)
    message("[${x}] in")
  else()
    message("[${x}] out")
  endif()
endforeach()
if("a" IN_LIST L)
  message("quoted in")
endif()
if("b;c" IN_LIST L)
  message("never")
endif()
if(a IN_LIST undefined_list)
  message("never")
endif()
set(a b)
set(M b)
if(a IN_LIST M)
  message("dereferenced")
endif()
"#,
        )],
        r"[a] in
[d] out
[] in
[c] in
quoted in
dereferenced
",
    );
}

#[test]
fn matches() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
set(S "libfoo-1.2.so")
if(S MATCHES "^lib(.*)-([0-9.]+)\\.so$")
  message("${CMAKE_MATCH_0}|${CMAKE_MATCH_1}|${CMAKE_MATCH_2}|${CMAKE_MATCH_COUNT}")
endif()
if("abc" MATCHES "x")
  message("never")
endif()
message("kept ${CMAKE_MATCH_1}")
if("abc" MATCHES "b")
  message("[${CMAKE_MATCH_0}] [${CMAKE_MATCH_1}] ${CMAKE_MATCH_COUNT}")
endif()
if("a;b" MATCHES ";")
  message("semicolon")
endif()
if("ab" MATCHES "(a)|(c)")
  message("[${CMAKE_MATCH_1}][${CMAKE_MATCH_2}] ${CMAKE_MATCH_COUNT}")
endif()
string(REGEX MATCH "([a-z])([0-9])?" out "q")
message("${out} [${CMAKE_MATCH_1}] [${CMAKE_MATCH_2}]")
string(REGEX MATCHALL "[0-9]+" out "a1b22c333")
message("${out}")
string(REGEX REPLACE "([a-z])([0-9])" "\\2\\1" out "a1b2")
message("${out}")
set(P "o+")
if(S MATCHES P)
  message("P is text")
endif()
if(S MATCHES "${P}")
  message("oo")
endif()
"#,
        )],
        r"libfoo-1.2.so|foo|1.2|2
kept 
[b] [] 0
semicolon
[a][] 1
q [q] []
1;22;333
1a2b
oo
",
    );
}

#[test]
fn elseif_chain() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
foreach(v a b c d)
  if(v STREQUAL a)
    message("A")
  elseif(v STREQUAL b)
    message("B")
  elseif(v STREQUAL c)
    message("C")
  else()
    message("other")
  endif()
endforeach()
"#,
        )],
        r"A
B
C
other
",
    );
}

#[test]
fn a_word_on_the_right_may_name_a_variable_of_the_system() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
project(p C)
set(system UNIX)
if(system STREQUAL UNIX)
  message("the word")
elseif(UNIX STREQUAL 1)
  message("the value")
endif()
if(system STREQUAL "UNIX")
  message("quoted")
endif()
"#,
        )],
        "the value\nquoted\n",
    );
}
