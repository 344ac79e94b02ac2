"""A Dockerfile carried out without Docker: each RUN line in a root of its own, laid over this machine's.

The lowest layer is this machine and not the image that FROM names: its programs are there, but neither this checkout,
nor what others have put into /tmp and /home, nor a Node; and nothing that is written reaches the machine.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

BASE = "/opt/python"  # where the stages find this Python, whoever they run as
NETWORK = ("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "PIP_CERT", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")  # the way out
MOUNTED = """set -e
root=$1; shift
mkdir -p "$root/upper" "$root/work" "$root/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" "$root/root"
for hidden in /tmp /home {checkout}; do
    [ ! -d "$root/root$hidden" ] || mount -t tmpfs -o mode=1777 tmpfs "$root/root$hidden"
done
mkdir -p "$root/root{base}" && mount --bind {prefix} "$root/root{base}"
mount --rbind /dev "$root/root/dev" && mount --rbind /proc "$root/root/proc"
rm -f "$root/root/usr/bin/node" "$root/root/usr/bin/npm" "$root/root/usr/local/bin/node" "$root/root/usr/local/bin/npm"
exec chroot "$@"
"""
LOOPBACK = (  # a network of its own, of which only this machine's own address is up
    "import socket, fcntl, struct; s = socket.socket();fcntl.ioctl(s, 0x8914, struct.pack('16sh', b'lo', 1))"
)


def can_build() -> bool:
    """Whether this machine lets us mount, which takes root and a kernel that allows it."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


def lines(dockerfile: Path) -> list[tuple[str, str]]:
    """Every instruction and what it says, without comments and with broken lines joined."""
    text = re.sub(r"^\s*#.*\n", "", dockerfile.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split()[0], line.split(maxsplit=1)[1].strip()) for line in text.splitlines() if line.strip()]


def sent(context: Path) -> list[Path]:
    """The files that .dockerignore lets through: of all patterns that fit, the last decides."""
    patterns = [line for line in (context / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    listed = subprocess.run(["git", "ls-files", "-co"], cwd=context, capture_output=True, text=True, check=True).stdout
    return [
        context / name for name in listed.splitlines() if not _ignored(name, patterns) and (context / name).is_file()
    ]


def _ignored(name: str, patterns: list[str]) -> bool:
    found = False
    above = [str(part) for part in (Path(name), *Path(name).parents) if part != Path()]
    for pattern in patterns:
        plain = pattern.removeprefix("!")
        fits = [plain] if not plain.startswith("**/") else [plain, plain.removeprefix("**/")]
        if any(fnmatch(one, fit) for one in above for fit in fits):
            found = not pattern.startswith("!")
    return found


class Stage:
    """What stands between one FROM and the next."""

    def __init__(self, folder: Path, checkout: Path) -> None:
        self.folder = folder
        self.where = "/"
        self.user = "root"
        self.environ = {name: os.environ[name] for name in NETWORK if name in os.environ}
        self.environ |= {
            "PATH": f"{BASE}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LD_LIBRARY_PATH": f"{BASE}/lib",
            "HOME": "/root",
            "npm_config_cache": "/tmp/npm",
        }
        self.words: dict[str, list[str]] = {}
        self.script = MOUNTED.format(base=BASE, prefix=sys.base_prefix, checkout=checkout)
        (folder / "upper").mkdir(parents=True)

    def command(self, words: list[str], *spaces: str) -> list[str]:
        """How something is run in here."""
        inside = ["env", "--ignore-environment", *(f"{name}={value}" for name, value in self.environ.items()), *words]
        chroot = [f"--userspec={self.user}", str(self.folder / "root"), *inside]
        script = (f'{sys.executable} -c "{LOOPBACK}"\n' if "--net" in spaces else "") + self.script
        return ["unshare", "--mount", *spaces, "sh", "-c", script, "sh", str(self.folder), *chroot]

    def run(self, line: str) -> None:
        done = subprocess.run(
            self.command(["sh", "-ec", f"cd {self.where} && {line}"]), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"RUN {line}\n{done.stdout[-1_500:]}\n{done.stderr[-1_500:]}"

    def put(self, files: list[tuple[Path, str]]) -> None:
        for file, name in files:
            target = self.folder / "upper" / name.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target, follow_symlinks=False)


class Build:
    """A Dockerfile, one instruction after the other."""

    def __init__(self, context: Path, folder: Path, **arguments: str) -> None:
        self.context, self.folder, self.arguments = context, folder, arguments
        self.stages: dict[str, Stage] = {}
        self.ran: list[str] = []
        self.files = sent(context)
        for number, (word, said) in enumerate(lines(context / "Dockerfile")):
            if word == "FROM":
                self.stage = self.stages[said.partition(" AS ")[2] or "last"] = Stage(folder / str(number), context)
            else:
                self._do(word, said)

    def _do(self, word: str, said: str) -> None:
        stage = self.stage
        if word == "RUN":
            self.ran.append(said)
            stage.run(said)
        elif word == "COPY":
            self._copy(shlex.split(said))
        elif word == "ARG":
            name, _, usual = said.partition("=")
            stage.environ[name] = self.arguments.get(name, usual)
        elif word == "ENV":
            for one in shlex.split(said):
                name, _, value = one.partition("=")
                stage.environ[name] = value.replace("$PATH", stage.environ["PATH"])
        elif word == "USER":
            stage.user, stage.environ["HOME"] = said, "/"
        elif word == "WORKDIR":
            stage.where = said
        elif word in ("CMD", "ENTRYPOINT"):
            stage.words[word] = json.loads(said)
        elif word == "HEALTHCHECK":
            stage.words[word] = json.loads(said.partition(" CMD ")[2])
        else:
            assert word in ("EXPOSE", "VOLUME"), word

    def _copy(self, words: list[str]) -> None:
        if words[0].startswith("--from="):
            other, (source, target) = self.stages[words[0].partition("=")[2]], words[1:]
            tree = other.folder / "upper" / source.lstrip("/")
            shutil.copytree(tree, self.stage.folder / "upper" / target.lstrip("/"), symlinks=True)
            return
        *sources, target = words
        where = target if target.startswith("/") else str(Path(self.stage.where) / target)
        for source in sources:
            base = self.context / source
            found = [file for file in self.files if file == base or base in file.parents]
            assert found, f"COPY {source}: .dockerignore lets nothing of it through"
            names = [file.relative_to(base).as_posix() if base.is_dir() else file.name for file in found]
            self.stage.put([(file, f"{where}/{name}") for file, name in zip(found, names, strict=True)])
