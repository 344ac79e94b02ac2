"""Bot seats, and the processes that think for them."""
