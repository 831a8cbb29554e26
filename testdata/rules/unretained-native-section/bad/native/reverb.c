__attribute__((used, section("effects"))) static const char *const reverb = "reverb";
