#pragma once

class Ink {
public:
    explicit Ink(int drops);
    int left() const;

private:
    int drops_;
};
