#pragma once
namespace detail {
int sum(int first, int second);
}
