"""Telling files that a program wrote from files that a person wrote, by their names."""

_NAMES = frozenset(
    (
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "bun.lock",
        "bun.lockb",
        "Cargo.lock",
        "poetry.lock",
        "uv.lock",
        "pdm.lock",
        "Pipfile.lock",
        "composer.lock",
        "Gemfile.lock",
        "Podfile.lock",
        "mix.lock",
        "go.sum",
        "flake.lock",
        "packages.lock.json",
        "pubspec.lock",
        "Package.resolved",
        "gradle.lockfile",
        "deno.lock",
    )
)
_ENDINGS = (
    ".min.js",
    ".min.css",
    ".min.mjs",
    ".js.map",
    ".css.map",
    ".pb.go",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
    ".pb.cc",
    ".pb.h",
    ".g.dart",
    ".generated.ts",
    ".designer.cs",
    ".lock",
)


def is_generated(path: str) -> bool:
    """Whether `path` names a lock file, a bundle, a source map, or the output of a code generator."""
    name = path.strip('"').rsplit("/", 1)[-1]
    return name in _NAMES or name.lower().endswith(_ENDINGS)
