#define LID_TURNS 2
