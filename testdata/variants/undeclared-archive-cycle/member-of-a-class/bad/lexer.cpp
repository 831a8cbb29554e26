#include "lexer.h"

#include "report.h"

Lexer::Lexer(int text) : text_(text) {}

int Lexer::next() {
    Report report;
    return report.note(text_);
}
