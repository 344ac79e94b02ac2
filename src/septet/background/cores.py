"""How many processors this program may use: those of the machine are not all ours in a container."""

import math
import os
from pathlib import Path

QUOTA = Path("/sys/fs/cgroup/cpu.max")


def cores(quota: Path = QUOTA) -> int:
    """The processors that we may run on, and no more than our share of time comes to."""
    ours = getattr(os, "sched_getaffinity", None)
    count = len(ours(0)) if ours else os.cpu_count() or 1
    try:
        time, period = quota.read_text().split()
        return max(1, min(count, math.ceil(int(time) / int(period))))
    except (OSError, ValueError):  # not Linux, or no limit: "max"
        return max(1, count)
