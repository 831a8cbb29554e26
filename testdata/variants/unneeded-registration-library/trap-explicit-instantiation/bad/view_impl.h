#pragma once

#include "view.h"

template <class T> View<T>::View(const T *first, int more) : first(first == nullptr ? more : *first + more) {}

template <class T> View<T> &View<T>::add(const View &other)
{
    first += other.first;
    return *this;
}
