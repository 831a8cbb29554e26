# What modules of KDE's extra-cmake-modules do to the build, in our words; a macro for each module, named after it. Source: KDECMakeSettings(7),
# "Build Settings".

macro(module_kdecmakesettings)
  if(NOT KDE_SKIP_BUILD_SETTINGS)
    option(BUILD_SHARED_LIBS "shared libraries by default" ON)
  endif()
endmacro()
