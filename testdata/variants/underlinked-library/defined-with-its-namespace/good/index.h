#pragma once

namespace atlas {

class Index {
public:
    void add(int place);
    int size() const;

private:
    int size_ = 0;
};

int weight(const Index &index);

} // namespace atlas
