#pragma once

namespace halgpu {

void count_command();

}
