#include "models.h"

namespace plan {

Report::Report(int pages) : count(pages) {}

int Report::pages() const { return count; }

}
