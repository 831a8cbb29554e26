#pragma once

extern "C" {

int halgpu_version();
/// How many commands were made so far, for monitors.
long halgpu_command_count();

}
