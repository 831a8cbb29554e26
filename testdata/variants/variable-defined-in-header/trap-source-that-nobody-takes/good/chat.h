#pragma once
extern int people;
