#pragma once

namespace atlas {

class Route {
public:
    int run();
};

} // namespace atlas
