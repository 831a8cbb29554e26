#pragma once

class Shelf {
public:
    static Shelf &get();
    void add(int books);
    int size() const;

private:
    int size_ = 0;
};
