#pragma once

#define RENDER_API __attribute__((visibility("default")))

class Render {
public:
    RENDER_API Render(int width);
    RENDER_API virtual ~Render();
    RENDER_API int area(int height) const;
    RENDER_API int edge() const;
    RENDER_API void resize(int width);
    RENDER_API void clear();

private:
    int width_;
};
