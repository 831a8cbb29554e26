#include "parser.h"

#include "lexer.h"

int parse(int text) {
    Lexer lexer(text);
    return lexer.next();
}
