int glyphs_width(int letter);

int page_width(void)
{
    return 60 * glyphs_width('m');
}
