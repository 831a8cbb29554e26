# A project as most are written.
cmake_minimum_required(VERSION 3.16...3.28)
project(demo VERSION 1.2.3 LANGUAGES C CXX)

option(DEMO_SHARED "Build a shared library" ON)
set(DEMO_SOURCES
  src/a.c
  src/b.cpp # the second
)

if(DEMO_SHARED)
  add_library(demo SHARED ${DEMO_SOURCES})
else()
  add_library(demo STATIC ${DEMO_SOURCES})
endif()
target_include_directories(demo PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:include>)
target_link_libraries(demo PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
SET_TARGET_PROPERTIES ( demo PROPERTIES
	OUTPUT_NAME "demo-${PROJECT_VERSION}" SOVERSION 1 )
install(TARGETS demo EXPORT demoTargets DESTINATION lib)
message(STATUS "built ${PROJECT_NAME}: $ENV{USER}, $CACHE{DEMO_SHARED}")
