#pragma once

int lens(void);
