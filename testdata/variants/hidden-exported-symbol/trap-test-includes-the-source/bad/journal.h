#pragma once

__attribute__((visibility("default"))) int journal_write(const char *text);
