unsigned long parcel_seal(const char *content, unsigned length);
