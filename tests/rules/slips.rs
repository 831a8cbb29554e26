//! Look-alikes of slips in lists, names and link lines: where rules are silent.
use crate::small_projects::{HEAD, found};

#[test]
fn names_that_a_program_looks_up_in_itself() {
    let of = |list: &str, main: &str| {
        let list = format!("{HEAD}{list}");
        let own = "int own_it(void) { return 1; }\n";
        found("missing-export-dynamic", &[("CMakeLists.txt", &list), ("a.c", main), ("own.c", own)]).len()
    };
    let list = "add_executable(a a.c own.c)\n";
    let by = |call: &str| format!("#include <dlfcn.h>\nint main(void) {{ {call} }}\n");
    let handle = by("void *self = dlopen(0, RTLD_NOW); return dlsym(self, \"own_it\") != 0;");
    assert_eq!(of(list, &handle), 1);
    assert_eq!(of(list, &by("return dlsym(RTLD_DEFAULT, \"own_it\") != 0;")), 1);
    assert_eq!(of(list, &by("return dlsym(RTLD_DEFAULT, \"other\") != 0;")), 0, "a name of others");
    assert_eq!(of(list, &by("return dlsym(RTLD_NEXT, \"own_it\") != 0;")), 0, "what comes behind the program");
    let plugin = by("void *self = dlopen(\"./p.so\", RTLD_NOW); return dlsym(self, \"own_it\") != 0;");
    assert_eq!(of(list, &plugin), 0, "a plugin's");
    let exported = format!("{list}set_target_properties(a PROPERTIES ENABLE_EXPORTS ON)\n");
    assert_eq!(of(&exported, &handle), 0);
    let shared = "add_library(s SHARED own.c)\nadd_executable(a a.c)\ntarget_link_libraries(a s)\n";
    assert_eq!(of(shared, &handle), 0, "a library beside it has the name");
    let both = format!("{list}add_library(s SHARED a.c own.c)\n");
    assert_eq!(of(&both, &handle), 0, "libraries look it up, too");
}

#[test]
fn ends_of_groups_and_archives_in_their_own_interface() {
    let of = |list: &str| {
        let list = format!("{HEAD}{list}");
        let main = "int f(void);\nint main(void) { return f(); }\n";
        let files = [("CMakeLists.txt", list.as_str()), ("a.c", main), ("f.c", "int f(void) { return 0; }\n")];
        found("unclosed-whole-archive", &files).len()
    };
    let project =
        |line: &str| format!("add_library(f STATIC f.c)\nadd_executable(a a.c)\ntarget_link_libraries(a {line})\n");
    assert_eq!(of(&project("f -Wl,--end-group")), 1);
    assert_eq!(of(&project("f -Xlinker --end-group")), 1);
    assert_eq!(of(&project("-Wl,--start-group f -Wl,--end-group")), 0);
    assert_eq!(of(&project("-Xlinker --start-group f -Wl,--end-group")), 0);
    assert_eq!(
        of(&format!("some_command(X)\n{}", project("${X} f -Wl,--end-group"))),
        0,
        "what is not known may begin it"
    );
    let interface = |line: &str| format!("{}target_link_libraries(f INTERFACE {line})\n", project("f"));
    assert_eq!(of(&interface("-Wl,--whole-archive $<TARGET_FILE:f> -Wl,--no-whole-archive")), 1);
    assert_eq!(of(&interface("-Wl,--whole-archive,$<TARGET_FILE:f>,--no-whole-archive")), 1);
    assert_eq!(of(&interface("-Wl,--no-whole-archive $<TARGET_FILE:f>")), 0);
    let whole = "add_library(w INTERFACE)\ntarget_link_libraries(w INTERFACE -Wl,--whole-archive $<TARGET_FILE:f> -Wl,--no-whole-archive)\n";
    assert_eq!(of(&format!("{}{whole}", project("w"))), 0, "a library for it");
}

#[test]
fn libraries_of_one_name() {
    let of = |first: &str, second: &str, more: &str| {
        let list = format!("{HEAD}add_library(a {first}\nadd_library(b {second}\n{more}");
        found("same-output-name", &[("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n"), ("b.c", "int b;\n")]).len()
    };
    let named =
        "set_target_properties(a PROPERTIES OUTPUT_NAME x)\nset_target_properties(b PROPERTIES OUTPUT_NAME x)\n";
    assert_eq!(of("STATIC a.c)", "STATIC b.c)", named), 1);
    assert_eq!(of("SHARED a.c)", "SHARED b.c)", named), 1);
    assert_eq!(of("STATIC a.c)", "SHARED b.c)", named), 0);
    assert_eq!(of("STATIC a.c)", "STATIC EXCLUDE_FROM_ALL b.c)", named), 0, "built by request");
    assert_eq!(
        of("STATIC a.c)", "STATIC b.c)", &format!("{named}set_target_properties(b PROPERTIES PREFIX \"\")\n")),
        0
    );
    let folders = format!("{named}set_target_properties(b PROPERTIES ARCHIVE_OUTPUT_DIRECTORY sub)\n");
    assert_eq!(of("STATIC a.c)", "STATIC b.c)", &folders), 0, "elsewhere");
    let moved = "STATIC a.c)\nset(CMAKE_ARCHIVE_OUTPUT_DIRECTORY sub)";
    assert_eq!(of(moved, "STATIC b.c)", named), 0, "a variable says another folder");
    let installed = format!("{folders}install(TARGETS a DESTINATION lib)\ninstall(TARGETS b DESTINATION lib)\n");
    assert_eq!(of("STATIC a.c)", "STATIC b.c)", &installed), 1);
    let apart = format!("{folders}install(TARGETS a DESTINATION lib)\ninstall(TARGETS b DESTINATION lib/b)\n");
    assert_eq!(of("STATIC a.c)", "STATIC b.c)", &apart), 0);
    let list = format!(
        "{HEAD}option(B \"\" OFF)\nif(B)\nadd_library(b STATIC b.c)\nset_target_properties(b PROPERTIES OUTPUT_NAME x)\nelse()\n\
        add_library(a STATIC a.c)\nset_target_properties(a PROPERTIES OUTPUT_NAME x)\nendif()\n"
    );
    let files = [("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n"), ("b.c", "int b;\n")];
    assert_eq!(found("same-output-name", &files), [""; 0], "one or the other");
}

#[test]
fn sources_that_no_target_compiles() {
    let of = |list: &str, left: &str, main: &str, more: (&str, &str)| {
        let list = format!("{HEAD}{list}");
        let files = [
            ("CMakeLists.txt", list.as_str()),
            ("main.c", main),
            ("other.c", "int other(void) { return 0; }\n"),
            ("left.c", left),
            more,
        ];
        found("uncompiled-source", &files).len()
    };
    let list = "add_executable(a main.c other.c)\n";
    let left = "int left_it(void) { return 1; }\n";
    let main = "int left_it(void);\nint main(void) { return left_it(); }\n";
    let none = ("notes.txt", "");
    assert_eq!(of(list, left, main, none), 1);
    assert_eq!(of(&format!("# left.c is for machines of old\n{list}"), left, main, none), 0, "it is named");
    assert_eq!(of(list, left, main, ("third.c", "#include \"left.c\"\n")), 0, "another source includes it");
    assert_eq!(of(list, left, main, ("sub/left_too.c", "int left_it(void) { return 2; }\n")), 0, "another definition");
    assert_eq!(
        of(list, left, main, ("sub/made.h", "#define MAKE(name) int name(void)\nMAKE(left_it);\n")),
        0,
        "a macro"
    );
    assert_eq!(of(list, "static int left_it(void) { return 1; }\n", main, none), 0);
    assert_eq!(of(list, &format!("{left}int main(void) {{ return 0; }}\n"), main, none), 0, "a program of its own");
    let guarded = "int left_it(void);\nint main(void) {\n#ifdef LEFT\nreturn left_it();\n#endif\nreturn 0; }\n";
    assert_eq!(of(list, left, guarded, none), 0);
    assert_eq!(
        of("some_command(X)\nadd_executable(a main.c other.c ${X})\n", left, main, none),
        0,
        "sources that are not known"
    );
    assert_eq!(of("add_executable(a main.c)\n", left, main, none), 0, "a folder of single programs");
}

#[test]
fn definitions_with_the_macro_of_the_listed_ones() {
    let of = |begin: &str, extra: &str| {
        let names: Vec<String> = (0..12).map(|at| format!("cl_{at}")).collect();
        let source: Vec<String> = names.iter().map(|name| format!("API int {name}(void) {{ return 1; }}\n")).collect();
        let source = format!("{begin}#define API\n{}{extra}", source.concat());
        let map = format!("{{ global: {}; local: *; }};\n", names.join("; "));
        let list = format!(
            "{HEAD}add_library(a SHARED a.c)\ntarget_link_options(a PRIVATE -Wl,--version-script,${{CMAKE_CURRENT_SOURCE_DIR}}/a.map)\n"
        );
        let files = [("CMakeLists.txt", list.as_str()), ("a.c", &source), ("a.map", &map)];
        found("unlisted-public-function", &files).len()
    };
    assert_eq!(of("", "API int cl_new(void) { return 1; }\n"), 1);
    assert_eq!(of("", "int cl_new(void) { return 1; }\n"), 0, "without the macro");
    assert_eq!(of("", "API static int cl_new(void) { return 1; }\n"), 0);
    assert_eq!(of("", "API int other(void) { return 1; }\n"), 0, "another name");
    assert_eq!(of("", "API int cl_newKHR(void) { return 1; }\n"), 0, "an extension");
    assert_eq!(of("", "API int cl_new_internal(void) { return 1; }\n"), 0);
    assert_eq!(of("int cl_new(void);\n", "API int cl_new(void) { return 1; }\n"), 0, "the source declares it");
    let many: Vec<String> = (0..4).map(|at| format!("API int cl_more{at}(void) {{ return 1; }}\n")).collect();
    assert_eq!(of("", &many.concat()), 0, "too many");
}

#[test]
fn words_of_apple_in_the_search_path() {
    let of = |path: &str| {
        let list = format!(
            "{HEAD}set(CMAKE_INSTALL_RPATH {path})\nadd_library(s SHARED s.c)\nadd_executable(a a.c)\ntarget_link_libraries(a s)\n\
             install(TARGETS s a RUNTIME DESTINATION bin LIBRARY DESTINATION lib)\n"
        );
        let main = "int s(void);\nint main(void) { return s(); }\n";
        let files = [("CMakeLists.txt", list.as_str()), ("a.c", main), ("s.c", "int s(void) { return 0; }\n")];
        found("missing-install-rpath", &files).len()
    };
    assert_eq!(of("\"@executable_path/../lib\""), 1);
    assert_eq!(of("@ORIGIN/../lib"), 1);
    assert_eq!(of("\"@loader_path/../lib;$ORIGIN/../lib\""), 0);
    assert_eq!(of("\"@loader_path/../lib:$ORIGIN/../lib\""), 0);
    assert_eq!(of("\"$ORIGIN/../lib\""), 0);
}

#[test]
fn programs_that_load_beside_one_with_a_search_path() {
    let of = |more: &str, folder: &str, probe: &str| {
        let list = format!(
            "{HEAD}add_executable(a a.c load.c)\nset_target_properties(a PROPERTIES INSTALL_RPATH \"$ORIGIN/../lib/p\")\n\
             add_executable(b {probe})\nadd_library(m MODULE m.c)\n{more}\ninstall(TARGETS a b DESTINATION bin)\n\
             install(TARGETS m DESTINATION {folder})\n"
        );
        let load = "#include <dlfcn.h>\nint load(const char *name) { return dlopen(name, RTLD_NOW) == 0; }\n";
        let main = "int load(const char *name);\nint main(int c, char **v) { return load(v[1]); }\n";
        let other = "#include <dlfcn.h>\nint main(int c, char **v) { return dlopen(v[1], RTLD_NOW) == 0; }\n";
        let files =
            [("CMakeLists.txt", list.as_str()), ("load.c", load), ("a.c", main), ("o.c", other), ("m.c", "int m;\n")];
        found("missing-install-rpath", &files).len()
    };
    assert_eq!(of("", "lib/p", "a.c load.c"), 1);
    assert_eq!(of("", "lib/q", "a.c load.c"), 0, "no plugins there");
    assert_eq!(of("", "lib/p", "o.c"), 0, "code of its own");
    assert_eq!(of("set_target_properties(b PROPERTIES INSTALL_RPATH /opt/p)", "lib/p", "a.c load.c"), 0);
    assert_eq!(of("target_link_options(b PRIVATE -Wl,-rpath,/opt/p)", "lib/p", "a.c load.c"), 0);
}

#[test]
fn calls_without_options() {
    let of = |first: &str, second: &str| {
        let list = format!(
            "{HEAD}add_library(a SHARED a.c)\nif(CMAKE_VERSION VERSION_LESS 3.13)\n{first}\nelse()\n{second}\nendif()\n"
        );
        found("empty-link-options", &[("CMakeLists.txt", list.as_str()), ("a.c", "int a;\n")]).len()
    };
    let by_property = "set_property(TARGET a APPEND_STRING PROPERTY LINK_FLAGS -s)";
    assert_eq!(of(by_property, "target_link_options(a PRIVATE)"), 1);
    assert_eq!(of("target_link_options(a PRIVATE)", by_property), 1);
    assert_eq!(of(by_property, "target_link_options(a PRIVATE ${NONE})"), 0, "a variable");
    assert_eq!(of("message(STATUS old)", "target_link_options(a PRIVATE)"), 0);
    assert_eq!(
        of("set_property(TARGET b PROPERTY LINK_FLAGS -s)", "target_link_options(a PRIVATE)"),
        0,
        "another target"
    );
    let inside = "if(X)\ntarget_link_options(a PRIVATE)\nendif()\nset_property(TARGET a PROPERTY LINK_FLAGS -s)";
    assert_eq!(of("message(STATUS old)", inside), 0, "the same branch");
}
