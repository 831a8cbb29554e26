# Stands for the module of Extra CMake Modules.
include(GenerateExportHeader)
function(ecm_generate_export_header target)
  cmake_parse_arguments(ARG "" "BASE_NAME;VERSION" "" ${ARGN})
  generate_export_header(${target} BASE_NAME ${ARG_BASE_NAME})
endfunction()
