#pragma once
int people;
