"""SEPMOSA: the 7×7 mosaic."""
