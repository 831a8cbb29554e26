//! Lists, strings, numbers and paths.
use super::check;

#[test]
#[allow(clippy::too_many_lines, reason = "one list file and what CMake prints for it")]
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
        r"a;b;c;d;e;f
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
",
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
        r"alphA;betA;gammA
-alpha;beta;-gamma
-alpha;BETA;-GAMMA
-alpha!;BETA;-GAMMA
-alpha!;BETA;-GAMMA
",
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
        r"ABC|abc|5|ell|llo|x y|heLLLLo|2|3|-1
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
",
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
        r"7 1 3 -3 19 0xff 17 -1 8 3
",
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
        r"DIRECTORY /a/b
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
",
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
        r"/a/./b/../c.x.y
/a/c.x.y
c.x.y .x.y .y c /a
/c/d
../c.x.y
ON
/a/c.q
ON
/c/d
",
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
        r"a;b;c d;e f
x;y;z
p;q
",
    );
}
