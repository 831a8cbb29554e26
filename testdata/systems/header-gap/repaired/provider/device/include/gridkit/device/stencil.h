#pragma once

namespace gridkit::device {

/// The points that a stencil of that order reads.
int stencil_points(int order);

}
