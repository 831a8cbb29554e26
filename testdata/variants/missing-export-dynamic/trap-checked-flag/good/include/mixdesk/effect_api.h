/* The interface between the mixing desk and its effects. */
#ifndef MIXDESK_EFFECT_API_H
#define MIXDESK_EFFECT_API_H

/* What the desk offers to effects. */
void mixdesk_log(const char *effect, const char *text);
int mixdesk_sample_rate(void);

/* What an effect offers to the desk, looked up by name. */
typedef float (*mixdesk_process_fn)(float sample);
#define MIXDESK_PROCESS_SYMBOL "mixdesk_process"

#endif
