"""Work that may wait: cut into chunks, made wherever there is room for it, and the same wherever that is."""
