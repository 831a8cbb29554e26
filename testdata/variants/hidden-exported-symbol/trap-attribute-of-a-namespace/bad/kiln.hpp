#ifndef KILN_HPP
#define KILN_HPP

namespace kiln __attribute__((visibility("default"))) {

int degrees(int minutes);

}

#endif
