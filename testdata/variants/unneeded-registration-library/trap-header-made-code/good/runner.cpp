#define TRIAL_IMPLEMENT
#include "trial.h"

TEST_CASE(of_the_runner) {}
