int zip_squeeze(int bytes) { return bytes / 2; }

int zip_pad(int bytes) { return bytes + 2; }

int zip_checksum(int bytes) {
    int rest = bytes % 97;
    return rest;
}

int zip_size(int bytes) { return zip_pad(zip_squeeze(bytes)) + zip_checksum(bytes); }
