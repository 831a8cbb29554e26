#pragma once

extern "C" {
int lens_focus(double metres);
void lens_reset();
}
