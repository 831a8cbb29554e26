#ifndef PAPER_H
#define PAPER_H

int paper_width(void);

#endif
