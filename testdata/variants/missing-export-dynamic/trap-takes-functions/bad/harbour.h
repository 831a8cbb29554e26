#pragma once

class Harbour;

Harbour *harbour_open(int berths);
int harbour_berths(const Harbour *harbour);
void harbour_take(Harbour *harbour);
void harbour_close(Harbour *harbour);
