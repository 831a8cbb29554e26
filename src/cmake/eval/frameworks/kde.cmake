# What modules of KDE's extra-cmake-modules do to the build, in our words; a macro for each module, named after it. Sources:
# KDECMakeSettings(7), "Build Settings"; KDECompilerSettings(7), "Default to hidden visibility for symbols".

macro(module_kdecmakesettings)
  if(NOT KDE_SKIP_BUILD_SETTINGS)
    option(BUILD_SHARED_LIBS "shared libraries by default" ON)
    set(CMAKE_INCLUDE_CURRENT_DIR ON)
    set(CMAKE_AUTOMOC ON)
    set(CMAKE_SHARED_MODULE_PREFIX "")
  endif()
endmacro()

macro(module_kdecompilersettings)
  set(CMAKE_C_VISIBILITY_PRESET hidden)
  set(CMAKE_CXX_VISIBILITY_PRESET hidden)
  set(CMAKE_VISIBILITY_INLINES_HIDDEN 1)
endmacro()
