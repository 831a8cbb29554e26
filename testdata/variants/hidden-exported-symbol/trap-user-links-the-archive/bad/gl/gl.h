#pragma once

namespace orbit {

int gl_width();

}
