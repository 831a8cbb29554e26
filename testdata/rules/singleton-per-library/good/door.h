#pragma once

__attribute__((visibility("default"))) int &guest_count();

__attribute__((visibility("default"))) void let_in();
