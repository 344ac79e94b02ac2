"""`python -m septet` is `septet`."""

import sys

from septet.cli import main

sys.exit(main())
