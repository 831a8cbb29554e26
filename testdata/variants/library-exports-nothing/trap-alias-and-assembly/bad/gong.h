#pragma once

template <class T> T echo(T times);
