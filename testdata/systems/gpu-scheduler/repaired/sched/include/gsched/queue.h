#pragma once

namespace gsched {

/// Something that a hardware queue executes. Owned by whoever submits it.
class Command {
public:
    virtual ~Command() = default;
    virtual int execute() = 0;
};

/// Runs a command when it is its turn.
int submit(Command& command);

}
