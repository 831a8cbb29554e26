#pragma once

namespace tide_detail {
constexpr int kLevel = 7;
}
