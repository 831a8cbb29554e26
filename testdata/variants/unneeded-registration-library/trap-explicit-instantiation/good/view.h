#pragma once

#define VIEWS_API __attribute__((visibility("default")))

template <class T> class View {
public:
    View(const T *first, int more);
    View &add(const View &other);
    T first;
    static View<T> none;
};
