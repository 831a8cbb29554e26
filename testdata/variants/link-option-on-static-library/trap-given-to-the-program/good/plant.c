#include <stdio.h>

int valve_flow(int opened);

int main(int argc, char **argv) {
  (void)argv;
  printf("flow %d\n", valve_flow(argc));
  return 0;
}
