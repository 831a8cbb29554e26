int clock_minutes(void);

int alarm_due(void)
{
    return clock_minutes() > 60;
}
