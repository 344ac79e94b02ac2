"""`--on` and `--jobs`: where long work is done, and on how many processes."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from septet.background.cores import cores
from septet.background.processes import ChunkFailed
from septet.background.ray_cluster import NoCluster, can_join, is_address, leave
from septet.background.running import Cluster
from septet.cli import BadInput
from septet.cli.simulate import MOST_JOBS
from septet.i18n import Words


def place(args: argparse.Namespace, t: Words) -> int | Cluster:
    """So many processes of this machine, or the cluster that is named."""
    if not 0 <= args.jobs <= MOST_JOBS:
        raise BadInput(t("simulate.jobs", jobs=args.jobs, most=MOST_JOBS))
    if args.on is None:
        return args.jobs or cores()
    if not is_address(args.on):
        raise BadInput(t("on.address", given=args.on))
    if not can_join():
        raise BadInput(t("on.needs_ray", given=args.on))
    return Cluster(args.on, args.jobs or None)


@contextmanager
def told_in_words(key: str, t: Words) -> Iterator[None]:
    """What becomes of chunks elsewhere, said to whoever waits for them; `key` says what has failed.

    A cluster has much to say when a node is lost; none of that is an answer.
    """
    try:
        with redirect_stdout(sys.stderr):
            try:
                yield
            finally:
                leave()
    except NoCluster as error:
        raise BadInput(t("on.no_cluster", why=error)) from None
    except ChunkFailed as error:
        raise BadInput(t(key, why=next(iter(error.why.splitlines()), ""))) from None
