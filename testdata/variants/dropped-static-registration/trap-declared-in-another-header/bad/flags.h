#pragma once

struct Flag {
    explicit Flag(const char *name);
    bool on = false;
};

int count_flags();
