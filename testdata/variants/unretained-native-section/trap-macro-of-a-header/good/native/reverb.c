__attribute__((used, retain, section("effects"))) static const char *const reverb = "reverb";
