# Reads cmake-policies(7) as text, prints: policy, version that introduced it, version that removed its OLD behaviour.
BEGIN { OFS = "\t" }
/^Policies Introduced by CMake / { section = $5; sub(/,$/, "", section); removed = ($6 == "Removed") ? $9 : "-" }
/^CMP[0-9]+$/ { policy = $1; gone = removed; since = section }
# The text names the exact version where the section only names its series.
policy != "" && match($0, /introduced in CMake version [0-9.]+/) {
  since = substr($0, RSTART + 28, RLENGTH - 28); sub(/\.$/, "", since)
}
/^CMP[0-9]+$/ && previous != "" { print previous, introduced, ended }
policy != "" { previous = policy; introduced = since; ended = gone }
END { print previous, introduced, ended }
