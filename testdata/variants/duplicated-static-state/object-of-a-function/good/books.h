#pragma once

__attribute__((visibility("default"))) void add_books();
