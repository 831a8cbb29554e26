# Stands for the module of ECM: each component is a package with a configuration of its own.
foreach(component IN LISTS KF6_FIND_COMPONENTS)
  find_package(KF6${component} REQUIRED CONFIG)
endforeach()
set(KF6_FOUND TRUE)
