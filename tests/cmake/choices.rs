//! What holds in which configuration: targets, sources and values under the options that decide about them.

#![allow(clippy::unwrap_used, reason = "what a test does not get stops it")]

use std::fmt::Write as _;

use crate::eval::{Ask, Project};
use linklint::cmake::eval::facts::{Facts, Reason, TargetKind};
use linklint::cond::Cond;

fn evaluate(text: &str) -> Facts {
    Project::new(&[("CMakeLists.txt", text)]).evaluate(&Ask::default())
}

/// When a target is defined with a kind, as a formula.
fn kind(facts: &Facts, target: &str, kind: TargetKind) -> String {
    let definitions = facts.targets.get(target).map_or(&[][..], |t| &t.definitions);
    let conds: Vec<Cond> = definitions.iter().filter(|d| d.kind == kind).map(|d| d.cond).collect();
    facts.conds.formula(facts.conds.any(conds))
}

/// When an element of a target's sources is there, as a formula.
fn source(facts: &Facts, target: &str, text: &str) -> String {
    let value = facts.targets.get(target).and_then(|t| t.properties.get("SOURCES")).unwrap();
    let elems = value.elems.iter().filter(|e| facts.texts.display(e.text) == text);
    facts.conds.formula(facts.conds.any(elems.map(|e| e.cond).collect::<Vec<_>>()))
}

#[test]
fn an_error_that_everybody_meets_refuses_nothing() {
    let refused = |default: &str, what: &str| {
        let facts = evaluate(&format!("project(x)\noption(TESTS \"\" {default})\nif(TESTS)\n{what}\nendif()\n"));
        facts.forbidden_conditions().iter().map(|cond| facts.conds.formula(*cond)).any(|formula| formula == "TESTS")
    };
    let range = "foreach(i RANGE 0 -2 1)\nendforeach()";
    assert!(!refused("ON", range) && refused("OFF", range));
    assert!(refused("ON", "message(FATAL_ERROR \"none here\")"));
}

#[test]
fn code_that_is_given_up_reaches_the_targets_that_are_there() {
    let facts = evaluate(
        "project(x)\nadd_library(early STATIC x.c)\nset(left ${EXTRA})\nwhile(left)\nlist(GET left 0 one)\n\
         target_link_libraries(${one} PRIVATE m)\nlist(REMOVE_AT left 0)\nendwhile()\nadd_library(late STATIC x.c)\n",
    );
    let open = |target: &str| {
        let value = facts.targets.get(target).and_then(|t| t.properties.get("LINK_LIBRARIES"));
        value.is_some_and(|value| value.elems.iter().any(|e| facts.texts.display(e.text).contains("given up")))
    };
    assert!(open("early") && !open("late"));
}

#[test]
fn a_list_within_an_expression_is_one_item_or_each_its_own() {
    let facts = evaluate(
        "project(x)\noption(MORE \"\" OFF)\nset(L a)\nset(M)\nif(MORE)\nlist(APPEND M p)\nendif()\nlist(APPEND L b c)\n\
         list(APPEND M q r)\nadd_library(whole STATIC x.c)\ntarget_link_libraries(whole PRIVATE $<BUILD_INTERFACE:${L}> z)\n\
         add_library(each STATIC x.c)\ntarget_link_libraries(each PRIVATE $<BUILD_INTERFACE:${M}> z)\n",
    );
    let items = |target: &str| {
        let value = facts.targets.get(target).and_then(|t| t.properties.get("LINK_LIBRARIES")).unwrap();
        let item = |text: &str, cond: Cond| format!("{text} if {}", facts.conds.formula(cond));
        value.elems.iter().map(|e| item(&facts.texts.display(e.text), e.cond)).collect::<Vec<_>>()
    };
    assert_eq!(items("whole"), ["$<BUILD_INTERFACE:a;b;c> if true", "z if true"]);
    let each: Vec<String> = items("each").into_iter().filter(|item| !item.contains("BUILD_INTERFACE:>")).collect();
    assert_eq!(each.last().map(String::as_str), Some("z if true"));
    assert!(each.contains(&"$<BUILD_INTERFACE:p> if MORE".to_owned()), "{each:?}");
    assert!(each.iter().all(|item| item == "z if true" || item.contains("<BUILD_INTERFACE:")), "{each:?}");
}

#[test]
fn a_list_within_an_expression_is_one_item_of_every_property_and_many_of_a_variable() {
    let facts = evaluate(
        "project(x)\nset(L a.c b.c)\nadd_library(t STATIC $<BUILD_INTERFACE:${L}>)\ntarget_sources(t PRIVATE $<1:${L}>)\n\
         set_property(TARGET t PROPERTY INTERFACE_LINK_LIBRARIES $<1:${L}>)\nget_target_property(V t SOURCES)\n\
         foreach(S ${V})\nadd_library(\"of_${S}\" INTERFACE)\nendforeach()\n",
    );
    let items = |property: &str| {
        let value = facts.targets.get("t").and_then(|t| t.properties.get(property)).unwrap();
        value.elems.iter().map(|e| facts.texts.display(e.text)).collect::<Vec<_>>()
    };
    assert_eq!(items("SOURCES"), ["$<BUILD_INTERFACE:a.c;b.c>", "$<1:a.c;b.c>"]);
    assert_eq!(items("INTERFACE_LINK_LIBRARIES"), ["$<1:a.c;b.c>"]);
    assert!(facts.targets.contains_key("of_b.c>") && !facts.targets.contains_key("of_$<1:a.c;b.c>"));
}

#[test]
fn the_head_of_an_open_expression_ends_at_its_own_colon() {
    let facts = evaluate(
        "project(x)\noption(MORE \"\" OFF)\nset(L Boost::headers)\nif(MORE)\nlist(APPEND L q)\nendif()\n\
         add_library(t STATIC x.c)\ntarget_link_libraries(t PRIVATE $<$<CONFIG:Debug>:${L}>)\n",
    );
    let value = facts.targets.get("t").and_then(|t| t.properties.get("LINK_LIBRARIES")).unwrap();
    let items: Vec<String> = value.elems.iter().map(|e| facts.texts.display(e.text)).collect();
    assert!(items.contains(&"$<$<CONFIG:Debug>:Boost::headers>".to_owned()), "{items:?}");
    assert!(items.contains(&"$<$<CONFIG:Debug>:q>".to_owned()), "{items:?}");
}

#[test]
fn a_name_of_several_values_is_one_argument() {
    let facts = evaluate(
        "project(x)\noption(ROUTER \"\" OFF)\nset(T whole)\nif(ROUTER)\nset(T part)\nendif()\n\
         add_library(${T} SHARED)\ntarget_sources(${T} PRIVATE a.c)\n",
    );
    assert_eq!(kind(&facts, "whole", TargetKind::Shared), "!ROUTER");
    assert_eq!(kind(&facts, "part", TargetKind::Shared), "ROUTER");
    assert_eq!(kind(&facts, "part", TargetKind::Static), "false");
    assert_eq!(source(&facts, "whole", "a.c"), "!ROUTER");
    assert_eq!(source(&facts, "part", "a.c"), "ROUTER");
}

#[test]
fn a_list_is_as_long_as_its_options_say() {
    // One element is always there, one by an option, and one of two that exclude each other: three or two.
    let facts = evaluate(
        "project(x)\noption(MORE \"\" OFF)\noption(FAST \"\" OFF)\nset(L a)\nif(MORE)\nlist(APPEND L b)\nendif()\n\
         if(FAST)\nlist(APPEND L c)\nelse()\nlist(APPEND L d)\nendif()\nlist(LENGTH L n)\nadd_library(of${n} STATIC a.c)\n",
    );
    assert_eq!(kind(&facts, "of3", TargetKind::Static), "MORE");
    assert_eq!(kind(&facts, "of2", TargetKind::Static), "!MORE");
    assert_eq!(kind(&facts, "of1", TargetKind::Static), "false");
    assert_eq!(kind(&facts, "of4", TargetKind::Static), "false");
}

#[test]
fn a_list_of_files_survives_a_command_that_nobody_knows() {
    let facts = evaluate(
        "project(x)\nset(FILES a.c b.ui)\nset(WORDS a.c words)\nnobody_knows(FILES c.ui)\nnobody_knows(FROM FILES ${FILES})\n\
         nobody_knows(WORDS)\nadd_library(l STATIC ${FILES})\nadd_library(m STATIC ${WORDS})\n",
    );
    assert_eq!(source(&facts, "l", "a.c"), "true");
    assert_eq!(source(&facts, "l", "b.ui"), "true");
    assert_eq!(source(&facts, "l", "<FILES after nobody_knows()>"), "true");
    assert_eq!(source(&facts, "m", "a.c"), "false");
}

#[test]
fn what_follows_a_name_made_of_references_is_no_name() {
    let facts = evaluate(
        "project(x)\nfunction(keep F)\nset(RUN_${F} 1 CACHE INTERNAL \"\")\nendfunction()\nfunction(add N)\n\
         if(ARGC GREATER 1)\nadd_library(${N} SHARED a.c)\nelse()\nadd_library(${N} STATIC a.c)\nendif()\nendfunction()\n\
         keep(A)\nadd(l)\n",
    );
    assert_eq!(kind(&facts, "l", TargetKind::Static), "true");
    assert_eq!(kind(&facts, "l", TargetKind::Shared), "false");
}

#[test]
fn flags_added_by_a_function_do_not_double() {
    let calls = (0..24).map(|n| format!("add(-W{n} HAVE_{n})\n")).collect::<Vec<_>>().concat();
    let facts = evaluate(&format!(
        "project(x)\nfunction(add FLAG VAR)\ncheck_c_compiler_flag(${{FLAG}} ${{VAR}})\nif(${{VAR}})\n\
         set(CMAKE_C_FLAGS \"${{CMAKE_C_FLAGS}} ${{EXTRA}} ${{FLAG}}\" PARENT_SCOPE)\nendif()\nendfunction()\n\
         include(CheckCCompilerFlag)\n{calls}add_library(l a.c)\n"
    ));
    assert!(facts.unknowns.iter().all(|u| u.reason != Reason::Limit), "{:?}", facts.unknowns);
}

#[test]
fn flags_put_in_front_do_not_double() {
    let sets = (0..24)
        .map(|n| format!("if(HAVE_{n})\nset(CMAKE_C_FLAGS \"-W{n} ${{CMAKE_C_FLAGS}}\")\nendif()\n"))
        .collect::<Vec<_>>()
        .concat();
    let facts = evaluate(&format!("project(x)\n{sets}add_library(l a.c)\n"));
    assert!(facts.unknowns.iter().all(|u| u.reason != Reason::Limit), "{:?}", facts.unknowns);
}

#[test]
fn a_value_of_several_values_stays_with_its_name() {
    let facts = evaluate(
        "project(x)\noption(ROUTER \"\" OFF)\nset(P one)\nif(ROUTER)\nset(P two)\nendif()\nadd_library(l SHARED l.c)\n\
         set_target_properties(l PROPERTIES BUILD_RPATH ${P} INSTALL_RPATH ${P})\n\
         install(TARGETS l LIBRARY DESTINATION ${P} ARCHIVE DESTINATION lib)\n",
    );
    let properties = &facts.targets.get("l").unwrap().properties;
    for name in ["BUILD_RPATH", "INSTALL_RPATH"] {
        let elems = &properties.get(name).unwrap().elems;
        let shown: Vec<_> = elems.iter().map(|e| (facts.texts.display(e.text), facts.conds.formula(e.cond))).collect();
        let of = |text: &str, cond: &str| (text.to_owned(), cond.to_owned());
        assert!(
            shown.len() == 2 && shown.contains(&of("two", "ROUTER")) && shown.contains(&of("one", "!ROUTER")),
            "{shown:?}"
        );
    }
    let places: Vec<_> = facts.installs.iter().map(|install| facts.texts.display(install.destination)).collect();
    assert!(places[0].contains("one") && places[0].contains("two") && places[1] == "lib", "{places:?}");
}

#[test]
fn what_a_loop_leaves_is_merged_where_it_is_read() {
    let facts = evaluate(
        "project(x)\noption(A \"\" OFF)\noption(B \"\" OFF)\nset(last none)\nset(n 0)\n\
         foreach(o A B)\nif(${o})\nset(last ${o}.c)\nlist(APPEND all ${o}.c)\nendif()\nendforeach()\n\
         add_library(l STATIC ${last})\nadd_library(m STATIC ${all} m.c)\n",
    );
    assert_eq!(source(&facts, "l", "B.c"), "B");
    assert_eq!(source(&facts, "l", "A.c"), "A & !B");
    assert_eq!(source(&facts, "l", "none"), "!A & !B");
    assert_eq!(source(&facts, "m", "A.c"), "A");
    assert_eq!(source(&facts, "m", "m.c"), "true");
}

#[test]
fn a_function_sees_what_was_written_before_and_writes_outwards() {
    let facts = evaluate(
        "project(x)\noption(A \"\" OFF)\nset(s one.c)\n\
         function(f)\nif(A)\nset(s two.c PARENT_SCOPE)\nset(s hidden.c)\nendif()\nadd_library(in STATIC ${s})\nendfunction()\n\
         f()\nadd_library(out STATIC ${s})\n",
    );
    assert_eq!(source(&facts, "in", "hidden.c"), "A");
    assert_eq!(source(&facts, "in", "one.c"), "!A");
    assert_eq!(source(&facts, "out", "two.c"), "A");
    assert_eq!(source(&facts, "out", "one.c"), "!A");
}

#[test]
fn a_list_is_true_where_an_element_is() {
    let facts = evaluate(
        "project(x)\noption(A \"\" OFF)\noption(B \"\" OFF)\nset(all \"\")\n\
         if(A)\nlist(APPEND all a.c)\nendif()\nif(B)\nlist(APPEND all OFF)\nendif()\n\
         if(all)\nadd_library(l STATIC x.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "l", TargetKind::Static), "A");
}

#[test]
fn a_package_may_define_any_target_that_is_not_ones_own() {
    let facts = evaluate(
        "project(x)\nfind_package(dep CONFIG REQUIRED)\nadd_library(own STATIC a.c)\n\
         if(TARGET anything)\nadd_library(l STATIC x.c)\nendif()\nif(NOT TARGET own)\nadd_library(m STATIC x.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "l", TargetKind::Static), "TARGET anything");
    assert_eq!(kind(&facts, "m", TargetKind::Static), "false");
}

#[test]
fn what_a_search_or_a_check_finds_outlives_the_function_that_asks() {
    let facts = evaluate(
        "project(x)\nfunction(ask)\ncheck_function_exists(f HAVE_F)\nfind_library(LIB_G g)\nendfunction()\nask()\n\
         if(HAVE_F)\nadd_library(with_f STATIC f.c)\nendif()\nif(LIB_G)\nadd_library(with_g STATIC g.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "with_f", TargetKind::Static), "HAVE_F");
    assert_eq!(kind(&facts, "with_g", TargetKind::Static), "LIB_G found");
}

#[test]
fn a_module_that_cmake_has_is_found() {
    let facts = evaluate(
        "project(x)\ninclude(CheckLinkerFlag OPTIONAL RESULT_VARIABLE there)\nif(NOT there)\n\
         add_library(own STATIC a.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "own", TargetKind::Static), "false");
}

#[test]
fn lines_that_end_in_a_backslash_hold_together() {
    let project = Project::new(&[
        (
            "CMakeLists.txt",
            "project(x)\nfile(STRINGS s.mk lines)\nforeach(l IN LISTS lines)\nmessage(\"<${l}>\")\nendforeach()\n",
        ),
        ("s.mk", "A = \\\na.c \\\nb.c\nB = \\\nc.c\n"),
    ]);
    let facts = project.evaluate(&Ask::default());
    assert_eq!(crate::eval::output(&facts), "<A = ;a.c ;b.c>\n<B = ;c.c>\n");
}

#[test]
fn a_path_that_is_found_is_true() {
    let facts = evaluate(
        "project(x)\nfind_library(FOO_LIBRARY foo)\nif(FOO_LIBRARY)\nadd_library(a SHARED a.c)\nendif()\n\
         if(FOO_LIBRARY AND NOT FOO_LIBRARY STREQUAL \"\" AND NOT FOO_LIBRARY STREQUAL \"off\")\n\
         add_library(b SHARED a.c)\nendif()\n",
    );
    // Nothing is said of the text that the search gives.
    assert_eq!(kind(&facts, "a", TargetKind::Shared), "FOO_LIBRARY found");
    assert_eq!(kind(&facts, "b", TargetKind::Shared), "FOO_LIBRARY found");
}

#[test]
fn what_users_give_shows_where_the_entry_is_not_declared() {
    let facts = evaluate(
        "cmake_minimum_required(VERSION 3.10)\nproject(x)\nif(NOT DEFINED GRIP)\nset(GRIP unknown)\nendif()\n\
         if(GRIP STREQUAL \"unknown\")\nset(GRIP firm CACHE STRING \"\")\nendif()\nadd_library(l a.c)\n\
         if(\"${GRIP}\" STREQUAL \"\")\ntarget_sources(l PRIVATE empty.c)\nendif()\n\
         if(GRIP STREQUAL \"loose\")\ntarget_sources(l PRIVATE loose.c)\nendif()\n",
    );
    assert_eq!(source(&facts, "l", "loose.c"), "GRIP STREQUAL \"loose\"");
    assert_eq!(source(&facts, "l", "empty.c"), "GRIP STREQUAL \"\"");
}

#[test]
fn what_a_name_is_elsewhere_is_no_source() {
    let facts = evaluate(
        "project(x)\noption(S \"\" OFF)\noption(F \"\" OFF)\nset(N l)\nif(S)\nadd_library(${N} SHARED a.c)\nelseif(F)\n\
         set(N other)\nadd_library(${N} SHARED a.c)\nelse()\nadd_library(${N} STATIC a.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "l", TargetKind::Static), "!F & !S");
    assert_eq!(source(&facts, "l", "STATIC"), "false");
    assert_eq!(kind(&facts, "other", TargetKind::Shared), "F & !S");
}

#[test]
fn a_package_makes_its_target_where_the_project_did_not() {
    let facts = evaluate(
        "project(x)\noption(BUNDLED \"\" OFF)\nif(BUNDLED)\nadd_library(ZLIB::ZLIB STATIC IMPORTED)\nelse()\n\
         find_package(ZLIB REQUIRED)\nendif()\nif(TARGET ZLIB::ZLIB)\nadd_library(l STATIC a.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "l", TargetKind::Static), "true");
    assert_eq!(kind(&facts, "ZLIB::ZLIB", TargetKind::Static), "BUNDLED");
}

#[test]
fn one_unknown_folder_does_not_hide_the_others() {
    let project = Project::new(&[
        (
            "CMakeLists.txt",
            "project(x)\nfind_package(Foo)\nset(CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR}/cmake ${Foo_MODULES})\n\
             file(TO_CMAKE_PATH \"${CMAKE_MODULE_PATH}\" CMAKE_MODULE_PATH)\ninclude(Own)\n",
        ),
        ("cmake/Own.cmake", "add_library(l STATIC a.c)\n"),
    ]);
    assert_eq!(kind(&project.evaluate(&Ask::default()), "l", TargetKind::Static), "true");
}

#[test]
fn outputs_are_made_where_nothing_is_appended() {
    let facts = evaluate(
        "project(x)\noption(MORE \"\" OFF)\nif(MORE)\n set(HOW APPEND)\nendif()\n\
         add_custom_command(OUTPUT made.c COMMAND make-it ${HOW})\n",
    );
    let conds: Vec<Cond> = facts.generated.iter().map(|file| file.cond).collect();
    assert_eq!(facts.conds.formula(facts.conds.any(conds)), "!MORE");
}

#[test]
fn sets_of_headers_are_there_where_their_words_are() {
    let facts = evaluate(
        "cmake_minimum_required(VERSION 3.23)\nproject(x)\noption(MORE \"\" OFF)\nif(MORE)\n\
         set(SET FILE_SET more TYPE HEADERS BASE_DIRS more)\nendif()\nadd_library(l STATIC a.c)\n\
         target_sources(l PUBLIC FILE_SET HEADERS BASE_DIRS base ${SET})\n",
    );
    let value = facts.targets["l"].properties.get("INCLUDE_DIRECTORIES").unwrap();
    let when = |end: &str| {
        let elems = value.elems.iter().filter(|e| facts.texts.display(e.text).ends_with(end)).map(|e| e.cond);
        facts.conds.formula(facts.conds.any(elems.collect::<Vec<_>>()))
    };
    assert_eq!((when("/base>"), when("/more>")), ("true".to_owned(), "MORE".to_owned()));
}

#[test]
fn addresses_have_a_width_once_there_is_a_compiler() {
    let wide = |n: u8| format!("if(CMAKE_SIZEOF_VOID_P EQUAL 8)\n add_library(l{n} INTERFACE)\nendif()\n");
    let text = format!(
        "{}project(x NONE)\n{}option(NATIVE \"\" ON)\nif(NATIVE)\n enable_language(C)\nendif()\n{}enable_language(CXX)\n{}",
        wide(1),
        wide(2),
        wide(3),
        wide(4)
    );
    let facts = evaluate(&text);
    let kinds: Vec<String> = (1..=4).map(|n| kind(&facts, &format!("l{n}"), TargetKind::Interface)).collect();
    let eight = "CMAKE_SIZEOF_VOID_P STREQUAL \"8\"";
    assert_eq!(kinds, ["false", "false", &format!("{eight} & NATIVE"), eight]);
    // Without a call of project() both languages are there from the beginning.
    assert_eq!(kind(&evaluate(&wide(1)), "l1", TargetKind::Interface), eight);
}

#[test]
fn a_package_with_its_own_file_sets_other_names_than_the_module() {
    let text = "project(x)\nfind_package(ZLIB CONFIG)\nfind_package(ZLIB)\nif(ZLIB_SOLVER)\n add_library(l INTERFACE)\nendif()\n";
    let one = |text: &str| {
        let ask = Ask { all: false, ..Ask::default() };
        let facts = Project::new(&[("CMakeLists.txt", text)]).evaluate(&ask);
        kind(&facts, "l", TargetKind::Interface)
    };
    assert_eq!(one(&text.replace("find_package(ZLIB CONFIG)\n", "")), "false");
    assert_ne!(one(text), "false");
}

#[test]
fn install_folders_have_their_default_wherever_the_variable_is_not_set() {
    let facts = evaluate(
        "project(x)\noption(WIDE \"\" OFF)\nif(WIDE)\nset(CMAKE_INSTALL_LIBDIR lib64)\nendif()\nadd_library(t SHARED x.c)\n\
         install(TARGETS t)\n",
    );
    let [_, libraries] = facts.installs[0].folders;
    let model = linklint::model::Model::build(&facts);
    let mut folders: Vec<String> =
        model.alternatives(libraries).unwrap().into_iter().map(|(_, text)| text.to_string()).collect();
    folders.sort();
    assert_eq!(folders, ["lib", "lib64"]);
}

#[test]
fn the_prefix_is_that_of_cmake_where_users_name_none() {
    let asked = "if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)\n add_library(l INTERFACE)\nendif()\n";
    let when = |text: &str| kind(&evaluate(text), "l", TargetKind::Interface);
    assert_eq!(when(&format!("project(x)\n{asked}")), "!(DEFINED CMAKE_INSTALL_PREFIX)");
    assert_eq!(when(&format!("{asked}project(x)\n")), "false", "not before there is a language");
}

#[test]
fn a_path_names_no_target() {
    let facts = evaluate(
        "cmake_minimum_required(VERSION 3.20)\nproject(x C)\noption(WIDE \"\" ON)\nif(WIDE)\n set(NAME wide)\nendif()\n\
         add_library(${NAME} inc/x.h src/x.c)\n",
    );
    let names: Vec<&str> = facts.targets.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["wide"]);
    assert!(facts.unknowns.iter().any(|one| one.reason == Reason::Error), "CMake stops without WIDE");
}

#[test]
fn an_archive_has_no_soname() {
    let refused = |file: &str| {
        let facts = evaluate(&format!(
            "project(x)\noption(BUILD_SHARED_LIBS \"\" ON)\nadd_library(t x.c)\ninstall(FILES {file} DESTINATION lib)\n"
        ));
        facts.forbidden.iter().map(|one| facts.conds.formula(one.cond)).collect::<Vec<_>>()
    };
    assert_eq!(refused("$<TARGET_SONAME_FILE:t>"), ["!BUILD_SHARED_LIBS"]);
    assert!(refused("$<TARGET_FILE:t>").is_empty());
    assert!(refused("\"$<$<BOOL:${BUILD_SHARED_LIBS}>:$<TARGET_SONAME_FILE:t>>\"").is_empty());
}

#[test]
fn the_project_command_defines_flags_and_the_prefix() {
    let refused = |text: &str| {
        let facts = evaluate(text);
        facts.forbidden.iter().map(|one| facts.conds.formula(one.cond)).collect::<Vec<_>>()
    };
    for name in ["CMAKE_CXX_FLAGS", "CMAKE_INSTALL_PREFIX", "CMAKE_EXE_LINKER_FLAGS_RELEASE"] {
        let asks = format!("if(NOT DEFINED {name})\nmessage(FATAL_ERROR \"no\")\nendif()\n");
        assert!(refused(&format!("project(x CXX)\n{asks}")).is_empty(), "{name}");
        assert_eq!(refused(&format!("{asks}project(x CXX)\n")), [format!("!(DEFINED {name})")]);
    }
    let of_c = "project(x CXX)\nif(NOT DEFINED CMAKE_C_FLAGS)\nmessage(FATAL_ERROR \"no\")\nendif()\n";
    assert_eq!(refused(of_c), ["!(DEFINED CMAKE_C_FLAGS)"], "another language");
}

#[test]
fn a_witness_knows_defaults_that_hang_on_other_settings() {
    let witness = |before: &str| {
        let facts = evaluate(&format!(
            "project(x)\noption(OUTER \"\" OFF)\n{before}option(INNER \"\" ${{OUTER}})\nif(OUTER AND NOT INNER)\nmessage(FATAL_ERROR \"no\")\nendif()\n"
        ));
        let found = facts.conds.witness(facts.forbidden[0].cond, &[]).unwrap();
        found.settings.into_iter().map(|one| format!("{}={}", one.name, one.value)).collect::<Vec<_>>()
    };
    assert_eq!(witness(""), ["INNER=OFF", "OUTER=ON"]);
    assert_eq!(witness("option(INNER \"\" OFF)\n"), ["OUTER=ON"], "the first declaration decides");
    assert_eq!(
        witness("option(OTHER \"\" ON)\nset(INNER ${OTHER} CACHE BOOL \"\")\n"),
        ["INNER=OFF", "OUTER=ON"],
        "so it does here"
    );
}

#[test]
fn what_an_option_has_from_its_own_variable_is_given_by_users() {
    let witness = |before: &str| {
        let facts = evaluate(&format!(
            "project(x)\n{before}option(SHARED \"\" ${{SHARED}})\nif(SHARED)\nmessage(FATAL_ERROR \"no\")\nendif()\n"
        ));
        let found = facts.conds.witness(facts.forbidden[0].cond, &[]).unwrap();
        found.settings.into_iter().map(|one| format!("{}={}", one.name, one.value)).collect::<Vec<_>>()
    };
    assert_eq!(witness(""), ["SHARED=ON"]);
    assert_eq!(witness("if(NOT DEFINED SHARED)\nset(SHARED OFF)\nendif()\n"), ["SHARED=ON"]);
    assert!(witness("if(NOT DEFINED SHARED)\nset(SHARED ON)\nendif()\n").is_empty());
}

#[test]
fn an_option_of_a_part_is_no_default_of_what_is_written_before() {
    let facts = evaluate(
        "project(x)\nset(SAVED ${SHARED})\nset(SHARED OFF CACHE BOOL \"\" FORCE)\noption(SHARED \"\" ON)\n\
         set(SHARED ${SAVED} CACHE BOOL \"\" FORCE)\nif(SHARED)\nmessage(FATAL_ERROR \"no\")\nendif()\n",
    );
    let found = facts.conds.witness(facts.forbidden[0].cond, &[]).unwrap();
    let settings: Vec<_> = found.settings.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
    assert_eq!(settings, [("SHARED", "ON")]);
}

#[test]
fn whether_content_was_brought_is_no_setting() {
    let facts = evaluate(
        "cmake_minimum_required(VERSION 3.14)\nproject(x)\ninclude(FetchContent)\nFetchContent_GetProperties(Hp)\n\
         if(NOT hp_POPULATED)\nadd_library(first STATIC a.c)\nFetchContent_Populate(Hp)\nendif()\n\
         FetchContent_GetProperties(Hp POPULATED there)\nif(NOT there)\nadd_library(second STATIC a.c)\nendif()\n",
    );
    assert_eq!(kind(&facts, "first", TargetKind::Static), "true");
    assert_eq!(kind(&facts, "second", TargetKind::Static), "false");
}

#[test]
fn a_target_that_is_made_in_two_folders_has_the_files_of_each() {
    let project = Project::new(&[
        ("CMakeLists.txt", "project(x)\nif(WIN32)\nadd_subdirectory(w)\nelse()\nadd_subdirectory(u)\nendif()\n"),
        ("w/CMakeLists.txt", "add_library(os STATIC os.c)\n"),
        ("u/CMakeLists.txt", "add_library(os STATIC os.c)\n"),
    ]);
    let facts = project.evaluate(&Ask::default());
    let model = linklint::model::Model::build(&facts);
    let sources = model.sources(model.find("os").unwrap());
    let when = |end: &str| {
        let found = sources.iter().filter(|one| one.path.as_ref().is_some_and(|path| path.ends_with(end)));
        facts.conds.formula(facts.conds.any(found.map(|one| one.cond).collect::<Vec<_>>()))
    };
    assert_eq!((when("w/os.c"), when("u/os.c")), ("WIN32".to_owned(), "!WIN32".to_owned()));
}

#[test]
fn a_pattern_is_looked_for_in_each_fragment_of_flags() {
    let options: String = (0..12).fold(String::new(), |text, n| {
        format!("{text}option(O{n} \"\" OFF)\nif(O{n})\nset(CMAKE_CXX_FLAGS \"${{CMAKE_CXX_FLAGS}} -f{n}x\")\nset(OWN \"${{OWN}}-f{n}x\")\nendif()\n")
    });
    let facts = evaluate(&format!(
        "cmake_minimum_required(VERSION 3.20)\nproject(x)\nset(OWN \"\")\n{options}\
         if(CMAKE_CXX_FLAGS MATCHES \"-f[57]x\")\nadd_library(found STATIC x.c)\nendif()\n\
         if(\"${{OWN}}\" MATCHES \"^-f3\")\nadd_library(begins STATIC x.c)\nendif()\n\
         if(\"${{OWN}}\" STREQUAL \"-f2x-f9x\")\nadd_library(equal STATIC x.c)\nendif()\n"
    ));
    let terms = |target: &str, between: &str| {
        let formula = kind(&facts, target, TargetKind::Static);
        let mut terms: Vec<String> = formula.split(between).map(str::to_owned).collect();
        terms.sort();
        terms
    };
    // What the user gives is asked for by itself, not once for each text that the flags may be.
    assert_eq!(terms("found", " | "), ["CMAKE_CXX_FLAGS MATCHES \"-f[57]x\"", "O5", "O7"]);
    assert_eq!(terms("begins", " & "), ["!O0", "!O1", "!O2", "O3"]);
    let expected = ["!O0", "!O1", "!O10", "!O11", "!O3", "!O4", "!O5", "!O6", "!O7", "!O8", "O2", "O9"];
    assert_eq!(terms("equal", " & "), expected);
}

#[test]
fn a_pattern_with_an_end_is_not_matched_before_what_users_give() {
    let facts = evaluate(
        "cmake_minimum_required(VERSION 3.20)\nproject(x)\noption(A \"\" OFF)\nset(F a)\nif(NOT A)\nset(F \"${USER_B}\")\nendif()\n\
         if(\"${F}\" MATCHES \"^$\")\nadd_library(empty STATIC x.c)\nendif()\nset(G \"-O2${USER_B}\")\n\
         if(G MATCHES \"-O2$\")\nadd_library(last STATIC x.c)\nendif()\nset(L \"\")\nif(A)\nlist(APPEND L x y)\nendif()\n\
         if(\"${L}\" MATCHES \"z?\")\nadd_library(any STATIC x.c)\nendif()\n",
    );
    assert!(
        kind(&facts, "empty", TargetKind::Static).contains("USER_B"),
        "{}",
        kind(&facts, "empty", TargetKind::Static)
    );
    assert_ne!(kind(&facts, "last", TargetKind::Static), "true");
    assert_eq!(kind(&facts, "any", TargetKind::Static), "true");
}

#[test]
fn what_a_macro_of_another_file_matched_is_seen_by_its_caller() {
    let helper = "macro(split text)\nstring(REGEX MATCH \"([0-9]+)\\\\.([0-9]+)\" _all \"${text}\")\nendmacro()\n";
    let lists = "cmake_minimum_required(VERSION 3.20)\nproject(x)\ninclude(helper.cmake)\nif(\"a1\" MATCHES \"a(.)\")\nendif()\n\
                 split(\"7.2\")\nadd_library(lib_${CMAKE_MATCH_1} STATIC x.c)\n";
    let facts = Project::new(&[("CMakeLists.txt", lists), ("helper.cmake", helper)]).evaluate(&Ask::default());
    assert!(facts.targets.contains_key("lib_7"), "{:?}", facts.targets.keys().collect::<Vec<_>>());
    // A file that only reads: whoever includes it has matched.
    let reader = "add_library(of_${CMAKE_MATCH_1} STATIC x.c)\n";
    let lists = "cmake_minimum_required(VERSION 3.20)\nproject(x)\nif(\"a1\" MATCHES \"a(.)\")\ninclude(reader.cmake)\nendif()\n";
    let facts = Project::new(&[("CMakeLists.txt", lists), ("reader.cmake", reader)]).evaluate(&Ask::default());
    assert!(facts.targets.contains_key("of_1"), "{:?}", facts.targets.keys().collect::<Vec<_>>());
}

#[test]
fn what_a_function_says_of_policies_holds_for_its_caller() {
    let facts = evaluate(
        "cmake_minimum_required(VERSION 3.0)\nproject(x)\nfunction(inner)\ncmake_policy(SET CMP0063 NEW)\ncmake_policy(PUSH)\n\
         cmake_policy(SET CMP0057 NEW)\ncmake_policy(POP)\nendfunction()\nfunction(outer)\ninner()\nendfunction()\nouter()\n\
         cmake_policy(GET CMP0063 A)\ncmake_policy(GET CMP0057 B)\nadd_library(\"set_${A}_${B}\" STATIC x.c)\n\
         macro(newer)\ncmake_policy(VERSION 3.3)\nendmacro()\nblock(SCOPE_FOR POLICIES)\nnewer()\ncmake_policy(GET CMP0057 C)\n\
         endblock()\ncmake_policy(GET CMP0057 D)\nadd_library(\"version_${C}_${D}\" STATIC x.c)\n",
    );
    let names: Vec<_> = facts.targets.keys().collect();
    assert!(facts.targets.contains_key("set_NEW_") && facts.targets.contains_key("version_NEW_"), "{names:?}");
}

#[test]
fn no_project_has_a_name_before_the_first() {
    let facts = evaluate(
        "if(NOT DEFINED PROJECT_NAME)\nadd_library(top INTERFACE)\nendif()\nif(PROJECT_SOURCE_DIR)\nadd_library(below INTERFACE)\nendif()\n\
         project(x)\nif(PROJECT_NAME)\nadd_library(named INTERFACE)\nendif()\n",
    );
    assert_eq!(kind(&facts, "top", TargetKind::Interface), "true");
    assert_eq!(kind(&facts, "named", TargetKind::Interface), "true");
    assert!(!facts.targets.contains_key("below"));
}

#[test]
fn components_that_are_required_are_there() {
    let facts = evaluate(
        "project(x)\nfind_package(Qt5 5.9 REQUIRED COMPONENTS Core OPTIONAL_COMPONENTS Svg)\n\
         if(Qt5Core_FOUND AND TARGET Qt5::Core)\nadd_library(a INTERFACE)\nendif()\n\
         if(Qt5Svg_FOUND)\nadd_library(b INTERFACE)\nendif()\nif(TARGET Qt5::Svg)\nadd_library(c INTERFACE)\nendif()\n\
         find_package(ZLIB REQUIRED)\nif(ZLIB_LIBRARIES)\nadd_library(d INTERFACE)\nendif()\n\
         find_package(PNG)\nif(PNG_LIBRARIES)\nadd_library(e INTERFACE)\nendif()\n",
    );
    for (target, always) in [("a", true), ("b", false), ("c", false), ("d", true), ("e", false)] {
        let when = kind(&facts, target, TargetKind::Interface);
        assert_eq!(when == "true", always, "{target}: {when}");
    }
}

#[test]
fn a_compiler_has_a_name_once_it_is_found() {
    let facts = evaluate(
        "if(CMAKE_C_COMPILER_ID)\nadd_library(before INTERFACE)\nendif()\nproject(x C)\n\
         if(CMAKE_C_COMPILER_ID AND CMAKE_GENERATOR AND CMAKE_COMMAND)\nadd_library(behind INTERFACE)\nendif()\n\
         if(CMAKE_CXX_COMPILER_ID STREQUAL \"GNU\")\nadd_library(other INTERFACE)\nendif()\n",
    );
    assert_eq!(kind(&facts, "behind", TargetKind::Interface), "true");
    assert!(!facts.targets.contains_key("before") && !facts.targets.contains_key("other"));
}

#[test]
fn a_language_that_is_enabled_has_a_compiler_that_works() {
    let when = |before: &str, condition: &str| {
        let text = format!("{before}\nproject(x C CXX)\nif({condition})\n add_library(l INTERFACE)\nendif()\n");
        kind(&evaluate(&text), "l", TargetKind::Interface)
    };
    assert_eq!(when("", "CMAKE_CXX_COMPILER AND CMAKE_CXX_COMPILER_WORKS"), "true");
    assert_eq!(when("", "NOT CMAKE_C_COMPILER OR NOT CMAKE_C_COMPILER_WORKS"), "false");
    assert_eq!(when("", "CMAKE_Fortran_COMPILER"), "CMAKE_Fortran_COMPILER");
    let fortran = "option(WITH_F \"\" OFF)\nproject(y)\nif(WITH_F)\n enable_language(Fortran)\nendif()";
    assert_eq!(when(fortran, "WITH_F AND NOT CMAKE_Fortran_COMPILER_WORKS"), "false");
    let asked = "if(NOT CMAKE_CXX_COMPILER)\n add_library(unset INTERFACE)\nendif()";
    let facts = evaluate(&format!("{asked}\nproject(x)\n"));
    assert_eq!(kind(&facts, "unset", TargetKind::Interface), "!CMAKE_CXX_COMPILER");
}

#[test]
fn what_a_search_gives_ends_with_the_function_that_made_it() {
    let facts = evaluate(
        "project(x)\nfunction(look)\nfind_package(ZLIB REQUIRED)\nadd_library(in_${ZLIB_INCLUDE_DIRS} INTERFACE)\nendfunction()\nlook()\n\
         if(ZLIB_INCLUDE_DIRS)\nadd_library(out INTERFACE)\nendif()\nif(TARGET ZLIB::ZLIB)\nadd_library(target INTERFACE)\nendif()\n",
    );
    assert_eq!(kind(&facts, "out", TargetKind::Interface), "ZLIB_INCLUDE_DIRS");
    assert_eq!(kind(&facts, "target", TargetKind::Interface), "true");
}

#[test]
fn a_file_that_project_reads_within_itself_is_read_once() {
    let facts =
        evaluate("set(CMAKE_PROJECT_INCLUDE ${CMAKE_CURRENT_LIST_FILE})\nproject(x)\nadd_library(a INTERFACE)\n");
    assert!(facts.targets.contains_key("a"));
    assert!(facts.unknowns.iter().any(|unknown| unknown.reason == Reason::Limit));
}

/// A project whose definition is made of so many variables that an option each decides.
fn definition_of(options: usize) -> Facts {
    let option = |n| format!("option(O{n} \"\" OFF)\nset(D{n} a)\nif(O{n})\nset(D{n} b)\nendif()\n");
    let text = (0..options).map(option).collect::<Vec<_>>().concat();
    let definition = (0..options).map(|n| format!(" ${{D{n}}}")).collect::<Vec<_>>().concat();
    evaluate(&format!(
        "project(x)\nadd_library(t STATIC x.c)\n{text}target_compile_definitions(t PRIVATE \"-DK={definition}\")\n"
    ))
}

#[test]
fn a_definition_is_one_text_however_many_variables_make_it() {
    let facts = definition_of(4);
    let value = facts.targets.get("t").and_then(|t| t.properties.get("COMPILE_DEFINITIONS")).unwrap();
    assert_eq!(value.elems.len(), 16);
    let one = value.elems.iter().find(|e| facts.texts.display(e.text) == "K= b a b a").unwrap();
    assert_eq!(facts.conds.formula(one.cond), "O0 & !O1 & O2 & !O3");
}

#[test]
fn a_definition_of_too_many_alternatives_is_unknown_with_a_record() {
    let facts = definition_of(10);
    let value = facts.targets.get("t").and_then(|t| t.properties.get("COMPILE_DEFINITIONS")).unwrap();
    assert!(value.elems.iter().all(|e| !facts.texts.is_known(e.text)) && !value.elems.is_empty());
    assert!(facts.unknowns.iter().any(|unknown| unknown.reason == Reason::Limit));
}

#[test]
fn what_is_private_to_a_project_of_rocm_is_installed_below_its_name() {
    let facts = evaluate(
        "project(Gauge)\nadd_library(inner SHARED x.c)\nadd_library(outer SHARED x.c)\n\
         rocm_install_targets(PRIVATE TARGETS inner)\nrocm_install_targets(TARGETS outer PREFIX gauges)\n",
    );
    let places = |of: &str| -> Vec<String> {
        let installs = facts.installs.iter().filter(|install| install.artifact == of);
        installs.map(|install| facts.texts.display(install.destination)).collect()
    };
    assert_eq!(places("LIBRARY"), ["${CMAKE_INSTALL_LIBDIR}/Gauge/lib", "gauges/${CMAKE_INSTALL_LIBDIR}"]);
    assert_eq!(places("RUNTIME"), ["${CMAKE_INSTALL_LIBDIR}/Gauge/bin", "gauges/${CMAKE_INSTALL_BINDIR}"]);
}

#[test]
fn what_comes_with_a_compiler_of_microsoft_is_nobodys_choice() {
    let when = |condition: &str| {
        let text = format!("project(x)\nif({condition})\n add_library(l INTERFACE)\nendif()\n");
        kind(&evaluate(&text), "l", TargetKind::Interface)
    };
    assert_eq!(when("MSVC_VERSION"), "MSVC");
    assert_eq!(when("DEFINED MSVC_TOOLSET_VERSION"), "MSVC");
    assert_eq!(when("NOT MSVC AND MSVC_VERSION LESS 1900 AND CMAKE_CL_64"), "false");
}

#[test]
fn what_a_search_says_is_nobodys_choice() {
    let when = |before: &str, condition: &str| {
        let text =
            format!("project(x)\n{before}find_package(Ink)\nif({condition})\n add_library(l INTERFACE)\nendif()\n");
        kind(&evaluate(&text), "l", TargetKind::Interface)
    };
    let missing = "NOT Ink_FOUND AND Ink_VERSION_MAJOR EQUAL 12";
    assert_eq!(when("", missing), "false");
    assert_ne!(when("if(Ink_VERSION_MAJOR GREATER 20)\n message(STATUS new)\nendif()\n", missing), "false");
}

#[test]
fn what_is_found_in_a_list_of_many_alternatives_can_be_taken_out() {
    use std::fmt::Write as _;
    let mut text = "project(x)\nset(L)\nset(M)\n".to_owned();
    for at in 0..10 {
        writeln!(text, "option(O{at} \"\" OFF)\nlist(APPEND L word{at})\nlist(APPEND M {at}.c)").unwrap();
    }
    for at in 0..10 {
        writeln!(
            text,
            "if(O{at})\nlist(FIND L word{at} found)\nif(found GREATER -1)\nlist(REMOVE_AT L ${{found}})\n\
             list(REMOVE_AT M ${{found}})\nendif()\nendif()"
        )
        .unwrap();
    }
    text += "add_library(t STATIC always.c ${M})\n";
    let facts = evaluate(&text);
    for at in 0..10 {
        assert_eq!(source(&facts, "t", &format!("{at}.c")), format!("!O{at}"));
    }
}

#[test]
fn flags_beyond_measure_do_not_hide_what_comes_after_them() {
    let mut text = String::from(
        "project(x)\nfunction(add flags flag)\nstring(FIND \"${${flags}}\" \"${flag}\" at)\nif(${at} EQUAL -1)\n\
         set(${flags} \"${${flags}} ${flag}\" CACHE STRING \"\" FORCE)\nendif()\nendfunction()\n\
         macro(late)\nadd_library(late STATIC x.c)\nendmacro()\n",
    );
    for at in 0..60 {
        write!(text, "option(O{at} \"\" OFF)\nif(O{at} OR P{at})\n").unwrap();
        for flags in ["CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS", "MINE"] {
            writeln!(text, "add({flags} -f{})", at % 20).unwrap();
        }
        write!(
            text,
            "set(N{at} \"${{MINE}}\")\nif(NOT \"${{N{at}}}\" STREQUAL \"\")\nset(ANY ${{MINE}})\nendif()\nendif()\n"
        )
        .unwrap();
    }
    text.push_str(
        "if(ANY MATCHES f1)\nset(KIND one)\nelse()\nset(KIND two)\nendif()\nlate()\nadd_library(after STATIC x.c)\n",
    );
    let facts = evaluate(&text);
    for target in ["late", "after"] {
        assert_eq!(kind(&facts, target, TargetKind::Static), "true", "{target}");
    }
}

#[test]
fn a_word_is_looked_for_in_a_text_of_very_many() {
    let mut text = String::from("project(x)\nset(F start)\n");
    for at in 0..12 {
        write!(text, "option(O{at} \"\" OFF)\nif(O{at})\nstring(APPEND F \" -f{at};\")\nendif()\n").unwrap();
    }
    text.push_str(
        "string(FIND \"${F}\" \"-f7;\" at)\nif(NOT ${at} EQUAL -1)\nadd_library(seven STATIC x.c)\nendif()\n",
    );
    assert_eq!(kind(&evaluate(&text), "seven", TargetKind::Static), "O7");
}

#[test]
fn targets_of_one_unknown_name_are_counted_to_a_limit() {
    let mut text = String::from(
        "project(x)\nmacro(plugin name)\nif(NOT WHOLE)\nset(WHOLE lib_${name})\nendif()\n\
         add_library(${WHOLE} MODULE ${name}.c)\nunset(WHOLE)\nendmacro()\n",
    );
    for at in 0..80 {
        writeln!(text, "plugin(p{at})").unwrap();
    }
    let facts = evaluate(&text);
    let most = facts.targets.iter().map(|(_, target)| target.definitions.len()).max();
    assert!(most <= Some(32) && facts.targets.contains_key("lib_p79"), "{most:?}");
}

#[test]
fn an_interface_library_has_no_other_keyword() {
    let refused = |text: &str| {
        let facts = evaluate(&format!(
            "project(x)\noption(FAST \"\" OFF)\nadd_library(t INTERFACE)\nadd_library(u STATIC x.c)\n{text}"
        ));
        facts.forbidden.iter().map(|one| facts.conds.formula(one.cond)).collect::<Vec<_>>()
    };
    assert_eq!(refused("if(FAST)\ntarget_link_libraries(t PUBLIC u)\nendif()\n"), ["FAST"]);
    assert!(refused("if(FAST)\ntarget_link_libraries(t INTERFACE u)\nendif()\n").is_empty());
    // Where all of it would be refused, something is not known.
    assert!(refused("target_link_libraries(t PUBLIC u)\n").is_empty());
}
