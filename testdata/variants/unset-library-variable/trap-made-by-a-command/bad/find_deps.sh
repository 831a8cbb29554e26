echo "set(yarn_libs m)"
