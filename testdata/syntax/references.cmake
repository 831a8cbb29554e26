set(a ${b} x${b}y ${b}${c} "${b}" "x ${b} y")
set(${nested_${name}_${other}} "${${deep_${er}}}")
set(e $ENV{HOME} "$ENV{PATH_${n}}" $CACHE{c} "$CACHE{c/d.e+f-g}")
set(g $<TARGET_FILE:demo> "$<$<CONFIG:Debug>:-g;${flags}>" $ "$" a$ $x "$1.00")
set(h [[${not} a $ENV{reference}]] @neither@ "@this@")
set(i "${multi}
${line}" ${})
set(DESTDIR_of_make $(DESTDIR)/${path}/$(sub))
