#pragma once

int lens_zoom(int steps);
