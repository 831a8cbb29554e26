# With a byte-order mark.
set(a b)
