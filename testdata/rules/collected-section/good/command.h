struct command {
  const char *name;
};
