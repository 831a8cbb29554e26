#pragma once

extern int report_lines;

int parse(int text);
int lex(int text);
int report(int line);
