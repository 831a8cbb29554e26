#pragma once

class Report {
public:
    int note(int line);
};
