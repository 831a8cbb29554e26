int valve_turns = 3;

int valve(void) {
    return valve_turns;
}
