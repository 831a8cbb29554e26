#pragma once

int helm_turn(int degrees, const char *library);
int helm_steps();
