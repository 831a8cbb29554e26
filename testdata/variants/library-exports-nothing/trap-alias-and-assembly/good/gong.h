#pragma once

__attribute__((visibility("default"))) int echo(int times);
