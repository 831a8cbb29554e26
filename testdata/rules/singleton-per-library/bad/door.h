#pragma once

inline int &guest_count() {
    static int count = 0;
    return count;
}

__attribute__((visibility("default"))) void let_in();
