#pragma once

namespace loom {

/// The threads of a cloth of that width in millimetres.
int threads(int width);

}
