include(ExternalProject)

function(add_part name)
  ExternalProject_Add(${name}
    SOURCE_DIR ${CMAKE_SOURCE_DIR}/${name}
    CMAKE_ARGS
      -DCMAKE_INSTALL_PREFIX=${CMAKE_SOURCE_DIR}/stage
      -DCMAKE_INSTALL_RPATH=$ORIGIN/../lib/tuner)
endfunction()
