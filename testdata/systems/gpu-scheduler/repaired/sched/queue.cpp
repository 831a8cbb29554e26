#include <gsched/queue.h>

int gsched::submit(Command& command)
{
    return command.execute();
}
