#pragma once

int random_digit(void);
