# Reads cmake-properties(7) as text, prints: scope, name, version that added it.
BEGIN { OFS = "\t" }
/^=+$/ {
  scope = tolower(last)
  sub(/^deprecated /, "", scope); sub(/^properties (of|on) /, "", scope); sub(/( scope|es|s)$/, "", scope)
  sub(/directori/, "directory", scope); sub(/ fil$/, "", scope); sub(/ entri$/, "", scope); gsub(/ /, "_", scope)
}
/^-+$/ { if (name != "") print in_scope, name, since; name = last; in_scope = scope; since = "-"; fresh = 1 }
/^\.\. versionadded:: / && fresh { since = $3; fresh = 0 }
{ last = $0 }
END { print in_scope, name, since }
