#pragma once

namespace orchard {

class Tree {
public:
    explicit Tree(int apples);
    ~Tree();
    int take(int apples);

private:
    int apples_;
};

} // namespace orchard
