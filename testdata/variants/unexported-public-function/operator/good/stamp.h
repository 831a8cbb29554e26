#pragma once

#define STAMP_API __attribute__((visibility("default")))

class Stamp {
public:
    STAMP_API Stamp(int value, int year);
    STAMP_API Stamp(const Stamp &other);
    STAMP_API Stamp &operator=(const Stamp &other);
    STAMP_API bool operator==(const Stamp &other) const;
    STAMP_API int value() const;
    STAMP_API int year() const;

private:
    int price;
    int issued;
};
