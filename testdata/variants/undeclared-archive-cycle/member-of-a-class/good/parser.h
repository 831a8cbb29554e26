#pragma once

int parse(int text);
