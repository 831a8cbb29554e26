set(GAUGE_LIBRARY "m")
set(Gauge_FOUND TRUE)
