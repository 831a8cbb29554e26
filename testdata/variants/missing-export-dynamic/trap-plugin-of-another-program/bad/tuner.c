const char *station_name(void);

/* For a receiver, which looks this up and has station_name() as well. */
const char *tuner_start(void)
{
    return station_name();
}
