#pragma once

#ifdef _WIN32
#define LAMP_API __declspec(dllexport)
#define LAMP_CLASS
#else
#define LAMP_API __attribute__((visibility("default")))
#define LAMP_CLASS __attribute__((visibility("default")))
#endif

class LAMP_CLASS Lamp {
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
