//! What snippets print, against what CMake 3.25.1 prints for them (`cmake -P`, `cmake -S` for those of several files).
mod eval_support;

use eval_support::{Ask, Project, output};

fn check(files: &[(&str, &str)], expected: &str) {
    let facts = Project::new(files).evaluate(&Ask { all: false, system: Some("Linux"), ..Ask::default() });
    let got = output(&facts);
    if got != expected {
        let unknowns: Vec<_> = facts.unknowns.iter().map(|u| format!("{:?} {}", u.reason, u.what)).collect();
        let refused: Vec<_> = facts.forbidden.iter().map(|f| facts.texts.display(f.message)).collect();
        let lines = got.lines().zip(expected.lines()).enumerate();
        let first = lines.filter(|(_, (a, b))| a != b).map(|(n, (a, b))| format!("{n}: {a:?} for {b:?}"));
        let first: Vec<_> = first.collect();
        panic!("{}\ngot:\n{got}\nexpected:\n{expected}\n{unknowns:#?}\n{refused:#?}", first.join("\n"));
    }
}

mod concrete {
    use super::check;

    #[test]
    fn set_and_unset() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(A 1)
message("[${A}]")
set(A)
message("[${A}] ${A}")
set(A "")
if(DEFINED A)
message("defined")
endif()
set(A)
if(NOT DEFINED A)
message("undefined")
endif()
unset(B)
set(L a b "c;d" "")
message("[${L}]")
set(${L} x)
message("${L}")
"#,
            )],
            r#"[1]
[] 
defined
undefined
[a;b;c;d;]
a;b;c;d;
"#,
        );
    }

    #[test]
    fn commands_of_rocm_cmake() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(p CXX)
add_library(lib SHARED lib.cpp)
rocm_add_test_executable(early early.cpp)
rocm_test_link_libraries(lib)
rocm_add_test_executable(late late.cpp)
rocm_set_soversion(lib 2.10)
rocm_install_targets(TARGETS lib INCLUDE include)
get_target_property(A early LINK_LIBRARIES)
get_target_property(B late LINK_LIBRARIES)
get_target_property(C rocm_test_dependencies INTERFACE_LINK_LIBRARIES)
get_target_property(D lib SOVERSION)
get_target_property(E lib INSTALL_RPATH)
message("${A} ${B} ${C} ${D} ${E}")
"#,
            )],
            "rocm_test_dependencies rocm_test_dependencies lib 2 $ORIGIN/../lib\n",
        );
    }

    #[test]
    fn scopes() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(X outer)
function(f)
  message("${X}")
  set(X inner)
  message("${X}")
  set(X parent PARENT_SCOPE)
  message("${X}")
  set(NEW 1 PARENT_SCOPE)
  if(DEFINED NEW)
    message("leak")
  endif()
endfunction()
f()
message("${X} ${NEW}")
function(g)
  unset(X PARENT_SCOPE)
  message("still ${X}")
endfunction()
g()
if(NOT DEFINED X)
  message("gone")
endif()
"#,
            )],
            r#"outer
inner
inner
parent 1
still parent
gone
"#,
        );
    }

    #[test]
    fn scopes_nested() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
function(inner)
  set(V from_inner PARENT_SCOPE)
endfunction()
function(outer)
  inner()
  message("outer sees ${V}")
endfunction()
set(V top)
outer()
message("top sees ${V}")
macro(m)
  set(V from_macro)
endmacro()
function(calls_macro)
  m()
  message("function sees ${V}")
endfunction()
calls_macro()
message("top sees ${V}")
m()
message("top sees ${V}")
"#,
            )],
            r#"outer sees from_inner
top sees top
function sees from_macro
top sees top
top sees from_macro
"#,
        );
    }

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
            r#"one 3 [one;two;three] [two;three] one two
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
"#,
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
            r#"caller's x
caller's y
own a;b
"#,
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
            r#"0 [] [] []
1 [] [] []
2 [;] [] []
3 [a;;b] [a] []
0 [] [] []
1 [] [] []
1 [a] [a] []
4 [a;b;c;d;e;f] [a] [b]
2 [x ${E} y;a]]b] [x ${E} y] [a]]b]
"#,
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
            r#"early
late
before
after
"#,
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
            r#"inner []
3 [gone]
"#,
        );
    }

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
            r#"r 0
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
"#,
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
            r#"a1
b1
n 1
n 3
n 4
5
"#,
        );
    }

    #[test]
    fn block_scopes() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(A 1)
set(B 1)
block(PROPAGATE A)
  set(A 2)
  set(B 2)
  message("${A}${B}")
endblock()
message("${A}${B}")
block(SCOPE_FOR POLICIES)
  set(B 3)
endblock()
message("${B}")
block(SCOPE_FOR VARIABLES PROPAGATE NEWVAR)
  set(NEWVAR yes)
  block()
    set(NEWVAR no)
  endblock()
endblock()
message("${NEWVAR}")
block(PROPAGATE A)
  unset(A)
endblock()
if(DEFINED A)
  message("A defined")
else()
  message("A undefined")
endif()
foreach(i 1 2)
  block()
    if(i EQUAL 1)
      continue()
    endif()
    message("${i}")
  endblock()
endforeach()
"#,
            )],
            r#"22
21
3
yes
A undefined
2
"#,
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
            r#"quoted 1 true
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
"#,
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
            r#"F: TRUE;OR;FALSE;AND;FALSE
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
"#,
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
            r#"3
4
5
6
8
10
11
12
"#,
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
            r#"dereferenced
B is a name
quoted variable is true
"#,
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
            r#"T: 1;EQUAL;1.0
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
"#,
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
            r#"[a] in
[d] out
[] in
[c] in
quoted in
dereferenced
"#,
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
            r#"libfoo-1.2.so|foo|1.2|2
kept 
[b] [] 0
semicolon
[a][] 1
q [q] []
1;22;333
1a2b
oo
"#,
        );
    }

    #[test]
    fn lists() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(L a b c)
list(APPEND L d "e;f")
message("${L}")
list(LENGTH L n)
list(GET L 0 -1 2 g)
message("${n} ${g}")
list(FIND L c f)
list(FIND L zz z)
message("${f} ${z}")
list(INSERT L 1 x y)
message("${L}")
list(REMOVE_ITEM L a zz y)
message("${L}")
list(REMOVE_AT L 0 -1)
message("${L}")
list(REVERSE L)
message("${L}")
list(SORT L)
message("${L}")
list(SUBLIST L 1 2 s)
message("${s}")
list(JOIN L "-" j)
message("${j}")
list(POP_BACK L last)
list(POP_FRONT L first second)
message("${last} ${first} ${second} [${L}]")
list(PREPEND L p q)
message("${L}")
set(D a b a c b)
list(REMOVE_DUPLICATES D)
message("${D}")
set(F a1 b2 a3)
list(FILTER F INCLUDE REGEX "^a")
message("${F}")
list(FILTER F EXCLUDE REGEX "3")
message("${F}")
list(TRANSFORM F APPEND x)
list(TRANSFORM F TOUPPER)
message("${F}")
list(APPEND UNSET_LIST one)
message("${UNSET_LIST}")
set(EMPTY "")
list(APPEND EMPTY a)
message("[${EMPTY}]")
list(LENGTH NOLIST n)
message("${n}")
set(EMPTY "")
list(APPEND EMPTY "")
list(LENGTH EMPTY n)
message("${n}")
set(Q a "" b)
list(LENGTH Q n)
message("${n}")
list(REMOVE_ITEM Q "")
message("[${Q}]")
set(BR "[a;b]" c)
list(LENGTH BR n)
message("${n}")
set(ESC "a\;b" c)
list(LENGTH ESC n)
list(GET ESC 0 e)
message("${n} ${e}")
foreach(x IN LISTS ESC)
  message("<${x}>")
endforeach()
foreach(x ${ESC})
  message("<${x}>")
endforeach()
list(SORT F COMPARE NATURAL ORDER DESCENDING)
list(APPEND L)
message("${L}")
"#,
            )],
            r#"a;b;c;d;e;f
6 a;f;c
2 -1
a;x;y;b;c;d;e;f
x;b;c;d;e;f
b;c;d;e
e;d;c;b
b;c;d;e
c;d
b-c-d-e
e b c [d]
p;q;d
a;b;c
a1;a3
a1
A1X
one
[a]
0
0
3
[a;b]
2
2 a;b
<a;b>
<c>
<a;b>
<c>
p;q;d
"#,
        );
    }

    #[test]
    fn lists_transform() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(L alpha beta gamma)
list(TRANSFORM L REPLACE "a$" "A" OUTPUT_VARIABLE R)
message("${R}")
list(TRANSFORM L PREPEND "-" AT 0 2)
message("${L}")
list(TRANSFORM L TOUPPER FOR 1 2)
message("${L}")
list(TRANSFORM L STRIP)
list(TRANSFORM L APPEND "!" REGEX "ALPHA|alpha")
message("${L}")
list(TRANSFORM L GENEX_STRIP)
message("${L}")
"#,
            )],
            r#"alphA;betA;gammA
-alpha;beta;-gamma
-alpha;BETA;-GAMMA
-alpha!;BETA;-GAMMA
-alpha!;BETA;-GAMMA
"#,
        );
    }

    #[test]
    fn strings() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
string(TOUPPER "abC" a)
string(TOLOWER "ABc" b)
string(LENGTH "hello" c)
string(SUBSTRING "hello" 1 3 d)
string(SUBSTRING "hello" 2 -1 e)
string(STRIP "  x y " f)
string(REPLACE "l" "LL" g "hello")
string(FIND "hello" "l" h)
string(FIND "hello" "l" i REVERSE)
string(FIND "hello" "z" j)
message("${a}|${b}|${c}|${d}|${e}|${f}|${g}|${h}|${i}|${j}")
string(CONCAT k "a" "b;c" d)
string(JOIN ", " l a b c)
string(REPEAT "ab" 3 m)
string(REPEAT "ab" 0 n)
string(MAKE_C_IDENTIFIER "1a-b.c" o)
string(COMPARE EQUAL a b p)
string(COMPARE LESS a b q)
message("${k}|${l}|${m}|${n}|${o}|${p}|${q}")
string(APPEND r x y)
string(APPEND r "z;w")
string(PREPEND r "<")
message("${r}")
string(ASCII 72 105 t)
message("${t}")
string(HEX "az" u)
message("${u}")
string(CONFIGURE "@a@ ${b} $\{b}" v @ONLY)
message("${v}")
string(GENEX_STRIP "a$<1:b>c" w)
message("${w}")
string(MD5 x "abc")
string(SHA256 y "abc")
message("${x} ${y}")
string(REGEX REPLACE "^a|b$" "" z "aabb")
message("${z}")
string(TOUPPER "" empty)
message("[${empty}]")
string(JSON js GET "{\"a\":[1,2,{\"b\":true}]}" a 2 b)
message("${js}")
"#,
            )],
            r#"ABC|abc|5|ell|llo|x y|heLLLLo|2|3|-1
ab;cd|a, b, c|ababab||_1a_b_c|0|1
<xyz;w
Hi
617a
ABC abc ${b}
ac
900150983cd24fb0d6963f7d28e17f72 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
b
[]
ON
"#,
        );
    }

    #[test]
    fn math() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
math(EXPR a "1 + 2 * 3")
math(EXPR b "(1 + 2) * 3 % 4")
math(EXPR c "7 / 2")
math(EXPR d "-7 / 2")
math(EXPR e "1 << 4 | 3")
math(EXPR f "255" OUTPUT_FORMAT HEXADECIMAL)
math(EXPR g "0x10 + 1")
math(EXPR h "~0")
math(EXPR i "5 - -3")
math(EXPR j "6 & 3 ^ 1")
message("${a} ${b} ${c} ${d} ${e} ${f} ${g} ${h} ${i} ${j}")
"#,
            )],
            r#"7 1 3 -3 19 0xff 17 -1 8 3
"#,
        );
    }

    #[test]
    fn filename_component() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(F /a/b/c.tar.gz)
foreach(k DIRECTORY PATH NAME EXT NAME_WE LAST_EXT NAME_WLE)
  get_filename_component(v ${F} ${k})
  message("${k} ${v}")
endforeach()
get_filename_component(v ../x ABSOLUTE BASE_DIR /p/q)
message("${v}")
get_filename_component(v "name" DIRECTORY)
message("[${v}]")
get_filename_component(v "/" NAME)
message("[${v}]")
get_filename_component(v "a.b/c" EXT)
message("[${v}]")
get_filename_component(v ".hidden" NAME_WE)
message("[${v}]")
"#,
            )],
            r#"DIRECTORY /a/b
PATH /a/b
NAME c.tar.gz
EXT .tar.gz
NAME_WE c
LAST_EXT .gz
NAME_WLE c.tar
/p/x
[]
[]
[]
[]
"#,
        );
    }

    #[test]
    fn cmake_path() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
cmake_path(SET p "/a/./b/../c.x.y")
message("${p}")
cmake_path(SET p NORMALIZE "/a/./b/../c.x.y")
message("${p}")
cmake_path(GET p FILENAME f)
cmake_path(GET p EXTENSION e)
cmake_path(GET p EXTENSION LAST_ONLY l)
cmake_path(GET p STEM s)
cmake_path(GET p PARENT_PATH d)
message("${f} ${e} ${l} ${s} ${d}")
cmake_path(APPEND q "a" "b" "/c" "d")
message("${q}")
cmake_path(RELATIVE_PATH p BASE_DIRECTORY /a/z OUTPUT_VARIABLE r)
message("${r}")
cmake_path(IS_ABSOLUTE p i)
message("${i}")
cmake_path(REPLACE_EXTENSION p ".q")
message("${p}")
cmake_path(HAS_EXTENSION p h)
message("${h}")
cmake_path(ABSOLUTE_PATH q BASE_DIRECTORY /base NORMALIZE)
message("${q}")
"#,
            )],
            r#"/a/./b/../c.x.y
/a/c.x.y
c.x.y .x.y .y c /a
/c/d
../c.x.y
ON
/a/c.q
ON
/c/d
"#,
        );
    }

    #[test]
    fn environment() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(ENV{LL_TEST_X} "v w")
message("$ENV{LL_TEST_X}")
if(DEFINED ENV{LL_TEST_X})
  message("defined")
endif()
function(f)
  set(ENV{LL_TEST_X} changed)
endfunction()
f()
message("$ENV{LL_TEST_X}")
unset(ENV{LL_TEST_X})
if(NOT DEFINED ENV{LL_TEST_X})
  message("undefined")
endif()
set(ENV{LL_TEST_Y} a)
set(ENV{LL_TEST_Y})
message("[$ENV{LL_TEST_Y}]")
"#,
            )],
            r#"v w
defined
changed
undefined
[]
"#,
        );
    }

    #[test]
    fn references() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(A_one 1)
set(n one)
message("${A_${n}}")
set(nn n)
message("${A_${${nn}}}")
message("\${A_one} @A_one@ \"q\" a\\b \$")
message([[${A_one}]])
message([==[
first newline dropped ]]
]==])
message("a\
b")
set("a b" spaced)
set(sp "a b")
message("${${sp}}")
set(weird/name.x-y+z ok)
message("${weird/name.x-y+z}")
message(a b "c d" ;e)
message("tab\tnl\n;semi\;")
set(x a\ b)
message("${x}")
message("$ENV{NOT_SET_AT_ALL}|${not_set}|$CACHE{not_set}")
"#,
            )],
            r#"1
1
${A_one} @A_one@ "q" a\b $
${A_one}
first newline dropped ]]

ab
spaced
ok
abc de
tab	nl
;semi\;
a b
||
"#,
        );
    }

    #[test]
    fn cache() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(C 1 CACHE STRING "")
message("${C}")
set(C 2 CACHE STRING "")
message("${C}")
set(C 3 CACHE STRING "" FORCE)
message("${C}")
set(C normal)
message("${C} $CACHE{C}")
set(C 4 CACHE STRING "" FORCE)
message("${C} $CACHE{C}")
unset(C)
message("${C}")
unset(C CACHE)
message("[${C}]")
set(N normal)
set(N cached CACHE STRING "")
message("${N} $CACHE{N}")
set(I x CACHE INTERNAL "")
set(I y CACHE INTERNAL "")
message("${I}")
if(DEFINED CACHE{I})
  message("in cache")
endif()
function(f)
  set(FC 1 CACHE BOOL "")
  set(C5 5)
endfunction()
f()
message("${FC} [${C5}]")
"#,
            )],
            r#"1
1
3
normal 3
normal 4
4
[]
normal cached
y
in cache
1 []
"#,
        );
    }

    #[test]
    fn cmp0126_old() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
cmake_policy(SET CMP0126 OLD)
set(N normal)
set(N cached CACHE STRING "")
message("${N} $CACHE{N}")
set(N again)
set(N other CACHE STRING "")
message("${N} $CACHE{N}")
"#,
            )],
            r#"cached cached
again cached
"#,
        );
    }

    #[test]
    fn option_policy() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
cmake_policy(SET CMP0077 NEW)
set(A ON)
option(A "" OFF)
message("${A} [$CACHE{A}]")
option(B "" ON)
message("${B}")
option(B "" OFF)
message("${B}")
option(D "")
message("${D}")
cmake_policy(SET CMP0077 OLD)
set(E ON)
option(E "" OFF)
message("${E} [$CACHE{E}]")
set(E ON)
option(E "" OFF)
message("${E}")
"#,
            )],
            r#"ON []
ON
ON
OFF
OFF [OFF]
ON
"#,
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
            r#"[TRUE] [FALSE] [1] [] [a;b;c] [] un[] miss[]
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
"#,
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
            r#"old
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
"#,
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
            r#"f
[]
"#,
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
            r#"720
"#,
        );
    }

    #[test]
    fn global_property() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set_property(GLOBAL PROPERTY P a)
set_property(GLOBAL APPEND PROPERTY P b c)
set_property(GLOBAL APPEND_STRING PROPERTY P d)
get_property(v GLOBAL PROPERTY P)
message("${v}")
get_property(v GLOBAL PROPERTY NOPE)
message("[${v}]")
get_property(v GLOBAL PROPERTY P SET)
message("${v}")
get_property(v GLOBAL PROPERTY NOPE SET)
message("${v}")
set_property(GLOBAL PROPERTY P)
get_property(v GLOBAL PROPERTY P SET)
message("${v}")
"#,
            )],
            r#"a;b;cd
[]
1
0
0
"#,
        );
    }

    #[test]
    fn separate_arguments() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
set(A "a b  'c d' \"e f\"")
separate_arguments(A UNIX_COMMAND "${A}")
message("${A}")
set(B "x y z")
separate_arguments(B)
message("${B}")
separate_arguments(C NATIVE_COMMAND "p q")
message("${C}")
"#,
            )],
            r#"a;b;c d;e f
x;y;z
p;q
"#,
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
            r#"A
B
C
other
"#,
        );
    }

    #[test]
    fn include_and_return() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
set(A 1)
include(a.cmake)
message("after ${A} ${FROM_A}")
include(${CMAKE_CURRENT_SOURCE_DIR}/a.cmake)
include(nothere OPTIONAL RESULT_VARIABLE r)
message("${r}")
include(guarded.cmake)
include(guarded.cmake)
"#,
                ),
                (
                    "a.cmake",
                    r#"message("in a ${A}")
set(FROM_A yes)
set(A 2)
if(A EQUAL 2)
  return()
endif()
message("never")
"#,
                ),
                (
                    "guarded.cmake",
                    r#"include_guard(GLOBAL)
message("once")
"#,
                ),
            ],
            r#"in a 1
after 2 yes
in a 2
NOTFOUND
once
"#,
        );
    }

    #[test]
    fn add_subdirectory_scope() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
set(A top)
set(B top)
add_subdirectory(sub)
message("${A} ${B} ${C}")
get_property(n DIRECTORY sub PROPERTY PARENT_DIRECTORY)
if(n STREQUAL CMAKE_SOURCE_DIR)
  message("parent ok")
endif()
get_directory_property(v DIRECTORY sub DEFINITION IN_SUB)
message("${v}")
"#,
                ),
                (
                    "sub/CMakeLists.txt",
                    r#"message("sub ${A}")
set(A sub)
set(B sub PARENT_SCOPE)
set(C sub PARENT_SCOPE)
set(IN_SUB here)
file(RELATIVE_PATH r ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
message("${r}")
file(RELATIVE_PATH r ${CMAKE_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
message("${r}")
return()
message("never")
"#,
                ),
            ],
            r#"sub top
sub
sub
top sub sub
parent ok
here
"#,
        );
    }

    #[test]
    fn subdirectory_in_function() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
function(f x)
  set(LOCAL ${x})
  add_subdirectory(sub)
  message("back ${LOCAL} ${UP}")
endfunction()
f(v)
message("[${LOCAL}] [${UP}]")
def_in_sub()
"#,
                ),
                (
                    "sub/CMakeLists.txt",
                    r#"message("sub sees ${LOCAL} ${x}")
set(UP 1 PARENT_SCOPE)
function(def_in_sub)
  message("functions are global")
endfunction()
"#,
                ),
            ],
            r#"sub sees v v
back v 1
[] []
functions are global
"#,
        );
    }

    #[test]
    fn list_files() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
include(d/f.cmake)
show()
macro(rel p)
  file(RELATIVE_PATH r ${CMAKE_SOURCE_DIR} "${p}")
  message("${r}")
endmacro()
rel("${CMAKE_CURRENT_LIST_FILE}")
rel("${F_DIR}")
"#,
                ),
                (
                    "d/f.cmake",
                    r#"set(F_DIR ${CMAKE_CURRENT_LIST_DIR})
function(show)
  foreach(v CMAKE_CURRENT_LIST_FILE CMAKE_CURRENT_FUNCTION_LIST_FILE CMAKE_CURRENT_FUNCTION_LIST_DIR)
    file(RELATIVE_PATH r ${CMAKE_SOURCE_DIR} ${${v}})
    message("${v} ${r}")
  endforeach()
endfunction()
"#,
                ),
            ],
            r#"CMAKE_CURRENT_LIST_FILE CMakeLists.txt
CMAKE_CURRENT_FUNCTION_LIST_FILE d/f.cmake
CMAKE_CURRENT_FUNCTION_LIST_DIR d
CMakeLists.txt
d
"#,
        );
    }

    #[test]
    fn target_properties() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
add_library(i INTERFACE)
target_compile_definitions(i INTERFACE A -DB "C=1")
target_include_directories(i INTERFACE /x /y)
target_link_libraries(i INTERFACE m debug d optimized o)
target_compile_options(i INTERFACE -Wall)
target_link_options(i INTERFACE "LINKER:-z,now")
foreach(p INTERFACE_COMPILE_DEFINITIONS INTERFACE_INCLUDE_DIRECTORIES INTERFACE_LINK_LIBRARIES INTERFACE_COMPILE_OPTIONS INTERFACE_LINK_OPTIONS TYPE NOPE)
  get_target_property(v i ${p})
  message("${p} ${v}")
endforeach()
set_target_properties(i PROPERTIES FOO "a;b" BAR "")
get_target_property(v i FOO)
message("${v}")
get_target_property(v i BAR)
message("[${v}]")
set_property(TARGET i APPEND PROPERTY FOO c)
set_property(TARGET i APPEND_STRING PROPERTY FOO d)
get_property(v TARGET i PROPERTY FOO)
message("${v}")
add_library(n::i ALIAS i)
get_target_property(v n::i ALIASED_TARGET)
message("${v}")
get_target_property(v n::i FOO)
message("${v}")
get_target_property(v i ALIASED_TARGET)
message("${v}")
if(TARGET i AND TARGET n::i AND NOT TARGET zz)
  message("targets")
endif()
add_custom_target(u)
get_target_property(v u TYPE)
message("${v}")
add_library(imp SHARED IMPORTED)
get_target_property(v imp IMPORTED)
message("${v}")
get_target_property(v imp NAME)
message("${v}")
set_property(TARGET i PROPERTY FOO)
get_property(v TARGET i PROPERTY FOO SET)
message("${v}")
target_include_directories(i BEFORE INTERFACE /first)
get_target_property(v i INTERFACE_INCLUDE_DIRECTORIES)
message("${v}")
"#,
            )],
            r#"INTERFACE_COMPILE_DEFINITIONS A;B;C=1
INTERFACE_INCLUDE_DIRECTORIES /x;/y
INTERFACE_LINK_LIBRARIES m;$<$<CONFIG:DEBUG>:d>;$<$<NOT:$<CONFIG:DEBUG>>:o>
INTERFACE_COMPILE_OPTIONS -Wall
INTERFACE_LINK_OPTIONS LINKER:-z,now
TYPE INTERFACE_LIBRARY
NOPE v-NOTFOUND
a;b
[]
a;b;cd
i
a;b;cd
v-NOTFOUND
targets
UTILITY
TRUE
imp
0
/first;/x;/y
"#,
        );
    }

    #[test]
    fn directory_properties() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
add_compile_definitions(A B=1)
add_definitions(-DC -DD=2)
add_compile_options(-Wx)
add_link_options(-Ly)
set_property(DIRECTORY PROPERTY OWN 1)
set_property(DIRECTORY APPEND PROPERTY OWN 2)
foreach(p COMPILE_DEFINITIONS COMPILE_OPTIONS LINK_OPTIONS OWN NOPE)
  get_directory_property(v ${p})
  message("${p} [${v}]")
endforeach()
add_subdirectory(sub)
set_directory_properties(PROPERTIES OWN x COMPILE_DEFINITIONS Z)
get_directory_property(v OWN)
message("${v}")
get_property(v DIRECTORY PROPERTY COMPILE_DEFINITIONS)
message("${v}")
"#,
                ),
                (
                    "sub/CMakeLists.txt",
                    r#"get_directory_property(v COMPILE_DEFINITIONS)
message("sub ${v}")
get_directory_property(v COMPILE_OPTIONS)
message("sub ${v}")
get_directory_property(v OWN)
message("sub [${v}]")
add_compile_options(-Wsub)
get_directory_property(v COMPILE_OPTIONS)
message("sub ${v}")
"#,
                ),
            ],
            r#"COMPILE_DEFINITIONS [A;B=1;C;D=2]
COMPILE_OPTIONS [-Wx]
LINK_OPTIONS [-Ly]
OWN [1;2]
NOPE []
sub A;B=1;C;D=2
sub -Wx
sub []
sub -Wx;-Wsub
x
Z
"#,
        );
    }

    #[test]
    fn source_properties() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
set_source_files_properties(a.c b.c PROPERTIES COMPILE_FLAGS "-x" LANGUAGE C)
set_property(SOURCE a.c APPEND_STRING PROPERTY COMPILE_FLAGS " -y")
get_source_file_property(v a.c COMPILE_FLAGS)
message("${v}")
get_property(v SOURCE b.c PROPERTY COMPILE_FLAGS)
message("${v}")
get_source_file_property(v a.c NOPE)
message("${v}")
"#,
            )],
            r#"-x -y
-x
NOTFOUND
"#,
        );
    }

    #[test]
    fn project_variables() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
project(inner VERSION 1.2.3 DESCRIPTION "d e" LANGUAGES NONE)
message("${PROJECT_NAME} ${PROJECT_VERSION} ${inner_VERSION_MINOR} [${PROJECT_VERSION_TWEAK}] ${CMAKE_PROJECT_NAME} ${PROJECT_DESCRIPTION}")
add_subdirectory(s)
message("${PROJECT_NAME} ${sub_VERSION} ${PROJECT_IS_TOP_LEVEL}")
"#,
                ),
                (
                    "s/CMakeLists.txt",
                    r#"project(sub VERSION 9 LANGUAGES NONE)
message("${PROJECT_NAME} ${PROJECT_VERSION} [${PROJECT_VERSION_MINOR}] ${CMAKE_PROJECT_NAME} ${PROJECT_IS_TOP_LEVEL} ${sub_IS_TOP_LEVEL}")
"#,
                ),
            ],
            r#"inner 1.2.3 2 [] inner d e
sub 9 [] inner OFF OFF
inner  ON
"#,
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
            r#"first
end
x is late
"#,
        );
    }

    #[test]
    fn files() {
        check(
            &[
                (
                    "CMakeLists.txt",
                    r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
file(READ t.txt T)
message("${T}")
file(STRINGS t.txt L)
message("${L}")
file(GLOB G RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.txt d/*.txt)
message("${G}")
file(GLOB_RECURSE R RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} d/*.txt)
message("${R}")
if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/t.txt AND NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/zz)
  message("exists")
endif()
if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/d AND NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/t.txt)
  message("directory")
endif()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/w.txt "one")
file(APPEND ${CMAKE_CURRENT_BINARY_DIR}/w.txt "two")
file(READ ${CMAKE_CURRENT_BINARY_DIR}/w.txt W)
message("${W}")
file(TO_CMAKE_PATH "a:b" P)
message("${P}")
"#,
                ),
                (
                    "t.txt",
                    r#"l1
l2;x
"#,
                ),
                (
                    "d/u.txt", r#"u
"#,
                ),
                (
                    "d/e/v.txt",
                    r#"v
"#,
                ),
            ],
            r#"l1
l2;x

l1;l2\;x
CMakeLists.txt;d/u.txt;t.txt
d/e/v.txt;d/u.txt
exists
directory
onetwo
a;b
"#,
        );
    }

    #[test]
    fn dependent_option() {
        check(
            &[(
                "CMakeLists.txt",
                r#"cmake_minimum_required(VERSION 3.25)
project(x NONE)
include(CMakeDependentOption)
option(A "" ON)
option(Z "" OFF)
cmake_dependent_option(B "" ON "A" OFF)
cmake_dependent_option(C "" ON "Z" OFF)
cmake_dependent_option(D "" ON "A;NOT Z" OFF)
message("${B} ${C} ${D}")
"#,
            )],
            r#"ON OFF ON
"#,
        );
    }
}
