#pragma once

#define STAMP_API __attribute__((visibility("default")))
