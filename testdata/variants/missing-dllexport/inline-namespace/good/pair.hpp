#ifndef PAIR_HPP
#define PAIR_HPP

#if defined(_WIN32) && defined(pair_EXPORTS)
#define PAIR_API __declspec(dllexport)
#elif defined(_WIN32)
#define PAIR_API __declspec(dllimport)
#else
#define PAIR_API
#endif

namespace pair {
inline namespace v2 {

PAIR_API int join(int first, int second);
PAIR_API int first(int both);
PAIR_API int second(int both);
PAIR_API int swap(int both);

PAIR_API int halve(int both);

} // namespace v2
} // namespace pair

#endif
