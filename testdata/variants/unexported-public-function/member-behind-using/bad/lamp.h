#pragma once

#define LAMP_API __attribute__((visibility("default")))

namespace house {

class Lamp {
public:
    LAMP_API Lamp();
    LAMP_API void on();
    LAMP_API void off();
    LAMP_API bool is_on() const;
    LAMP_API int brightness() const;
    void dim(int by);

private:
    int level = 0;
};

}
