#pragma once

class Scythe {
public:
    Scythe();
    int cut(int stalks);
};
