#pragma once

class Lexer {
public:
    explicit Lexer(int text);
    int next();

private:
    int text_;
};
