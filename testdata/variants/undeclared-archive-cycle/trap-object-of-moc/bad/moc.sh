#!/bin/sh
# Stands in for moc: code that calls the first function of the class in a header, as that of moc calls slots.
for argument; do
  case $last in -o) out=$argument ;; esac
  last=$argument
done
class=$(sed -n 's/^class \([A-Za-z]*\).*/\1/p' "$last")
slot=$(sed -n 's/^ *static int \([a-z]*\)(int .*/\1/p' "$last")
printf '#include "%s"\nint %s::meta(int value) { return %s(value); }\n' "$last" "$class" "$slot" > "$out"
