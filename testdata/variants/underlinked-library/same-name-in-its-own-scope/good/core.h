#pragma once

namespace core {
int hours();
}
