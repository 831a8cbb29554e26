#pragma once

namespace core {
int spin(int x);
}
