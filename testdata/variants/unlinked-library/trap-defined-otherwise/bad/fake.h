#define FAKE_VALUE_FUNC(type, name, arg) type name(arg x) { return x + 6; }
