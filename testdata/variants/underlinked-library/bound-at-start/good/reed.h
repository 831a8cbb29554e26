#pragma once
int reed_tone(int key);
int reed_missing(void);
