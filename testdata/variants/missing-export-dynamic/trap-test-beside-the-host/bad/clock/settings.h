#pragma once
#include "../panel/dialog.h"

class Settings : public Dialog {
public:
    Settings();
    ~Settings() override;
    void load() override;
};
