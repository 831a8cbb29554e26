#include "stamp.h"

Stamp::Stamp(int value, int year) : price(value), issued(year) {}
Stamp::Stamp(const Stamp &other) : price(other.price), issued(other.issued) {}

Stamp &
Stamp::operator= (const Stamp &other)
{
    price = other.price;
    issued = other.issued;
    return *this;
}

bool
Stamp::operator== (const Stamp &other) const
{
    return price == other.price && issued == other.issued;
}

int Stamp::value() const { return price; }
int Stamp::year() const { return issued; }
