#pragma once

struct Format {
    static int digits(int value);
};
