//! Variables and their scopes.
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
        r"[1]
[] 
defined
undefined
[a;b;c;d;]
a;b;c;d;
",
    );
}

#[test]
fn a_set_of_nothing_uncovers_the_entry_of_the_cache() {
    check(
        &[(
            "CMakeLists.txt",
            r#"cmake_minimum_required(VERSION 3.25)
set(A entry CACHE STRING "")
set(A plain)
set(A ${NOTHING})
message("${A}")
set(A "${NOTHING}")
message("[${A}]")
"#,
        )],
        r"entry
[]
",
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
        r"outer
inner
inner
parent 1
still parent
gone
",
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
        r"outer sees from_inner
top sees top
function sees from_macro
top sees top
top sees from_macro
",
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
        r"22
21
3
yes
A undefined
2
",
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
        r"v w
defined
changed
undefined
[]
",
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
        r"1
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
",
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
        r"cached cached
again cached
",
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
        r"ON []
ON
ON
OFF
OFF [OFF]
ON
",
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
        r"ON OFF ON
",
    );
}
