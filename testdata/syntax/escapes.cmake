before(any escape)
quoted("\"" "\\" "a\tb\nc\rd" "\$\{x\}\@\#\(\)\ " "\;" "\\;" "\\\\" "\\\"")
unquoted(\" \\ a\tb\nc \$\{x\} \# \(\) \  \; a\;b \\; \@ -D\"x\")
continued("one \
two\\
three \\\
four")
in_reference(${a\ b} "${a\;b}" ${a\-b})
no_escape([[\n\"\\\z\]])
