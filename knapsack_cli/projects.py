"""Which project a folder belongs to: its remote's address, else its first commit, else its path.

All of these names are given, so that what was saved before a repository had a remote is still found
afterwards. Worktrees and subfolders of a repository have the names of the repository.
"""

import os

from knapsack_cli import paths

MOST_CONFIG_BYTES = 1 << 18
GIT_SECONDS = 5


def project_names(cwd: str, roots: bool = True) -> tuple[str, ...]:
    """The names of the project around `cwd`, the one to store first; none outside of git.

    Args:
        roots: whether the first commit is asked for, which needs a run of git.
    """
    top = paths.git_root(cwd)
    if top is None:
        return ()
    common = _common_folder(top)
    names = [_remote(common)]
    if roots:
        names.append(_first_commit(top))
    names.append(os.path.dirname(common) if os.path.basename(common) == ".git" else common)
    return tuple(dict.fromkeys(name for name in names if name))


def names_meant(given: str, cwd: str, home: str) -> tuple[str, ...]:
    """The names that things of the project that `given` means may be stored under, its own or path first.

    A path (`.`, `../shop`, `~/shop`, `/srv/shop`) means the folder; if it is a repository's, also the
    repository's other worktrees, and its remote and first commit, by which memories know it. So does any
    other name that is the one of the repository around `cwd`.
    """
    rest = given.rstrip("/" + os.sep) or given
    if rest in (".", "..", "~") or os.path.isabs(given) or given.startswith(("./", "../", "~/")):
        path = home + rest[1:] if rest[0] == "~" else rest
        folder = os.path.abspath(os.path.join(cwd, path))
        names = [folder, os.path.realpath(folder)]
        top = paths.git_root(folder)
        if top is not None:
            known = project_names(folder)
            if os.path.realpath(top) == names[1]:
                names += [*known, *_worktrees(top)]
            else:  # a part of the repository: its sessions are told by their folders, its memories are not
                names += [name for name in known if not os.path.isabs(name)]
        return tuple(dict.fromkeys(names))
    here = project_names(cwd)
    if any(f"/{name}".endswith(f"/{rest}") for name in here):
        return tuple(dict.fromkeys([given, *here, *_worktrees(paths.git_root(cwd) or cwd)]))
    return (given,)


def _worktrees(top: str) -> list[str]:
    """The folders of a repository's linked worktrees."""
    listed = os.path.join(_common_folder(top), "worktrees")
    try:
        entries = sorted(os.listdir(listed))
    except OSError:
        return []
    pointers = [_first_line(os.path.join(listed, entry, "gitdir")) for entry in entries]
    return [os.path.dirname(pointer) for pointer in pointers if pointer]


def _common_folder(top: str) -> str:
    """The folder that all worktrees of a repository share."""
    git = os.path.join(top, ".git")
    if os.path.isdir(git):
        return os.path.realpath(git)
    pointed = _first_line(git).removeprefix("gitdir:").strip()
    if not pointed:
        return os.path.realpath(git)
    folder = os.path.join(top, pointed)
    shared = _first_line(os.path.join(folder, "commondir"))
    return os.path.realpath(os.path.join(folder, shared) if shared else folder)


def _first_line(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.readline(4096).strip()
    except OSError:
        return ""


def _remote(common: str) -> str:
    """The address of `origin`, else of the first remote, as host and path."""
    try:
        with open(os.path.join(common, "config"), encoding="utf-8", errors="replace") as file:
            lines = file.read(MOST_CONFIG_BYTES).splitlines()
    except OSError:
        return ""
    found: dict[str, str] = {}
    remote = ""
    for line in lines:
        line = line.strip()
        if line.startswith("["):
            remote = line[len('[remote "') : line.rfind('"')] if line.startswith('[remote "') else ""
        elif remote and line.partition("=")[0].strip() == "url":
            found.setdefault(remote, line.partition("=")[2].strip().strip('"'))
    if not found:
        return ""
    return plain_address(found["origin"] if "origin" in found else next(iter(found.values())))


def plain_address(address: str) -> str:
    """`host/owner/name` of any spelling of a remote's address, without user, password, port or `.git`."""
    scheme, mark, rest = address.partition("://")
    if not mark:
        host, colon, path = address.partition(":")
        if not colon or "/" in host or not path:
            return address
        rest = f"{host}/{path}"
    elif scheme == "file":
        return rest
    host, slash, path = rest.partition("/")
    host = host.rpartition("@")[2].partition(":")[0].lower()
    return f"{host}{slash}{path.strip('/')}".removesuffix(".git")


def _first_commit(top: str) -> str:
    import subprocess

    try:
        done = subprocess.run(
            ["git", "rev-list", "--max-parents=0", "--reverse", "HEAD"],
            cwd=top,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=GIT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    first = done.stdout.split(maxsplit=1)[:1] if done.returncode == 0 else []
    return f"commit:{first[0].decode('ascii', 'replace')}" if first else ""
