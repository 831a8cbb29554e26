#pragma once

#define ATLAS_API __attribute__((visibility("default")))

extern "C" {

// Offered by the map viewer to its layers.
double atlas_metres_per_pixel(int zoom);

// Offered by a layer.
ATLAS_API double atlas_layer_spacing(int zoom);

}
