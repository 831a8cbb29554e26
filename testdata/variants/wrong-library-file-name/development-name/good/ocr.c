int ocr_pages(void)
{
    return 3;
}
