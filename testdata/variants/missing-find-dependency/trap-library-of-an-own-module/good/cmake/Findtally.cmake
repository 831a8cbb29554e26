# The names that its configuration of long ago had.
include_directories("/usr/include")
set(tally_INCLUDE_DIRS "/usr/include")
set(tally_LIBS -ltally -lm)
set(tally_FOUND YES)
