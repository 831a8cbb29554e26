#pragma once

int lens_focus(double metres);
void lens_reset();
