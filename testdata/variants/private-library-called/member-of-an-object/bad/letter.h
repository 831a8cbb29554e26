#pragma once

int letter_write();
