#pragma once

  extern int (*on_hour)(int hour);

void strike(int hour);
