extern "C" int rapid_targets();

extern "C" int rapid_all()
{
    return rapid_targets();
}
