#pragma once

__attribute__((visibility("default"))) int codec_run(int value);
