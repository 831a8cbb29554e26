int tar_squeeze(int bytes) { return bytes; }

int tar_pad(int bytes) { return bytes + 512; }

int tar_checksum(int bytes) {
    int rest = bytes % 97;
    return rest;
}

int tar_size(int bytes) { return tar_pad(tar_squeeze(bytes)) + tar_checksum(bytes); }
