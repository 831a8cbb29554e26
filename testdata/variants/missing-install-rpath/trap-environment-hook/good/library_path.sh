LD_LIBRARY_PATH="$PWD/stage/lib/bells"
export LD_LIBRARY_PATH
