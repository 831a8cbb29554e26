#pragma once

class Dialog {
public:
    explicit Dialog(int width);
    virtual ~Dialog();
    virtual void load() = 0;
    int width() const;

private:
    int width_;
};
