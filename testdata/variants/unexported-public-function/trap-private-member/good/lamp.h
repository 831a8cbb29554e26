#pragma once

#define LAMP_API __attribute__((visibility("default")))

class Lamp {
public:
    LAMP_API Lamp();
    LAMP_API void on();
    LAMP_API void off();
    LAMP_API bool is_on() const;
    LAMP_API int brightness() const;

private:
    LAMP_API void dim(int by);
    int level = 0;
};
