#pragma once

extern unsigned char gains[256];
