"""The content-addressed cache: exact bytes, compressed, named by their sha256, owner-only.

`originals/ab/cdef…` is written under a temporary name and renamed into place, so a file that is there
is whole; it is not synced on the hot path, so reading verifies the hash. Small originals are
zlib streams, large ones zstd frames: the first byte tells.
"""

import os
import sys
import zlib

from knapsack_cli import paths

try:
    from _sha256 import sha256  # the C module alone: hashlib costs 3 ms
except ImportError:
    from _sha2 import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

PARTIAL = "partial"
"""Folder of originals still being read; one left there is of a run that was killed."""
LARGE = 1 << 20
"""From this size on zstd is worth its import (13 ms)."""
_FLUSH_BLOCK = 1
"""zstandard's COMPRESSOBJ_FLUSH_BLOCK: all that came so far can be read from the file."""
HEX_DIGITS = frozenset("0123456789abcdef")


class Writer:
    """Hashes and stores an original while it is read.

    Nothing is visible under a hash before `finish()`; `abandon()` leaves nothing behind.
    """

    def __init__(self, home: str) -> None:
        self._folder = os.path.join(home, paths.ORIGINALS)
        self._hash: Any = None
        self._pending: list[bytes] = []
        self._pending_size = 0
        self._hashed = 0
        self.size = 0
        self._file = -1
        self._temporary = ""
        self._compress: _Compressor | None = None

    def write(self, data: bytes) -> None:
        """Take the next bytes. Up to LARGE bytes are held back; then they stream to disk.

        Raises:
            OSError: the disk is full or the folder cannot be written.
        """
        self.size += len(data)
        self._pending.append(data)
        self._pending_size += len(data)
        if self._pending_size >= LARGE:
            self._flush()

    def finish(self) -> str:
        """Put the original in its place and return its hash, all 64 digits.

        Raises:
            OSError: the disk is full or the folder cannot be written.
        """
        if self._hash is None:
            small = b"".join(self._pending)
            digest: str = sha256(small).hexdigest()
        else:
            self._hash_pending()
            digest = self._hash.hexdigest()
        place = original_path(self._folder, digest)
        if _is_there(place):
            self.abandon()
            return digest
        if self._file < 0:
            self._open()
            self._put(zlib.compress(small, 1))
        else:
            self._flush()
            assert self._compress is not None
            self._put(self._compress.flush())
        os.close(self._file)
        self._file = -1
        try:
            os.replace(self._temporary, place)
        except FileNotFoundError:
            paths.make_private(os.path.dirname(place))
            os.replace(self._temporary, place)
        return digest

    def settle(self) -> None:
        """Write what is held back to the partial file.

        Raises:
            OSError: the disk is full or the folder cannot be written.
        """
        if self._pending:
            self._flush()
            assert self._compress is not None
            self._put(self._compress.flush(_FLUSH_BLOCK))

    def salvage(self) -> "Iterator[bytes]":
        """What has reached the disk so far of a large original, as far as it can be read back."""
        if self._file < 0 or self._compress is None:
            return
        yield from _pieces(self._temporary)

    def abandon(self) -> None:
        """Drop what was written so far."""
        self._pending.clear()
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        if self._temporary:
            try:
                os.unlink(self._temporary)
            except OSError:
                pass

    def _open(self) -> None:
        try:
            paths.check_private(self._folder)
        except FileNotFoundError:
            pass
        folder = os.path.join(self._folder, PARTIAL)
        self._temporary = os.path.join(folder, f"{os.getpid()}-{id(self):x}")
        flags = os.O_CREAT | os.O_WRONLY | os.O_EXCL
        try:
            self._file = paths.open_plain(self._temporary, flags)
        except FileNotFoundError:
            paths.make_private(os.path.dirname(self._folder))
            paths.make_private(self._folder)
            paths.make_private(folder)
            self._file = paths.open_plain(self._temporary, flags)

    def _flush(self) -> None:
        if self._file < 0:
            self._open()
            self._compress = _compressor()
            self._hash = _fast_hash()
        assert self._compress is not None
        self._hash_pending()
        for data in self._pending:
            self._put(self._compress.compress(data))
        self._pending.clear()
        self._pending_size = self._hashed = 0

    def _hash_pending(self) -> None:
        for data in self._pending[self._hashed :]:
            self._hash.update(data)
        self._hashed = len(self._pending)

    def _put(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view) :]


def _is_there(place: str) -> bool:
    """Whether an original is in its place; marked as used, so that nothing prunes it while its hash is told.

    What a crash left empty, a link, another name of some other file, a pipe: none of it is one, and the next
    original takes its place.
    """
    try:
        file = paths.open_plain(place)
    except OSError:
        return False
    try:
        status = os.fstat(file)
        if not status.st_size or status.st_nlink > 1:
            return False
        os.utime(file if os.utime in os.supports_fd else place)
        return True
    finally:
        os.close(file)


class _Compressor:
    """What zlib's and zstandard's compression objects have in common."""

    def compress(self, data: bytes) -> bytes:
        raise NotImplementedError

    def flush(self, mode: int = 0) -> bytes:
        raise NotImplementedError


def _compressor() -> "_Compressor":
    made: _Compressor = _zstandard().ZstdCompressor(level=1, write_checksum=False).compressobj()
    return made


def _zstandard() -> "Any":
    """The C part of zstandard alone: the package around it imports platform, re and typing, which costs
    twenty times as much. Where there is no such part, the package itself."""
    if "zstandard" not in sys.modules:
        from _frozen_importlib_external import PathFinder

        spec = PathFinder.find_spec("zstandard")
        if spec is not None and spec.submodule_search_locations:
            package = type(sys)("zstandard")
            package.__path__ = list(spec.submodule_search_locations)
            sys.modules["zstandard"] = package
            try:
                return __import__("zstandard.backend_c", fromlist=("ZstdCompressor",))
            except ImportError:
                pass
            finally:
                del sys.modules["zstandard"]
    import zstandard

    return zstandard


def _fast_hash() -> "Any":
    """sha256 by OpenSSL, which uses the processor's own instructions but takes 2 ms to load."""
    try:
        from _hashlib import openssl_sha256
    except ImportError:
        return sha256()
    return openssl_sha256()


def store(home: str, data: bytes) -> str:
    """Store `data` whole and return its hash.

    Raises:
        OSError: the disk is full or the folder cannot be written.
    """
    writer = Writer(home)
    try:
        writer.write(data)
        return writer.finish()
    except BaseException:
        writer.abandon()
        raise


def original_path(folder: str, digest: str) -> str:
    """Where the original with this hash lies under `originals/`."""
    return os.path.join(folder, digest[:2], digest[2:])


def find(home: str, prefix: str) -> list[str]:
    """All hashes that begin with `prefix` (at least two hexadecimal digits), sorted."""
    prefix = prefix.lower()
    if len(prefix) < 2 or not HEX_DIGITS.issuperset(prefix):
        return []
    try:
        names = os.listdir(os.path.join(home, paths.ORIGINALS, prefix[:2]))
    except OSError:
        return []
    return sorted(prefix[:2] + name for name in names if name.startswith(prefix[2:]) and len(name) == 62)


def remove(home: str, digest: str) -> bool:
    """Delete an original; False when there was none.

    Raises:
        StoreError: the folder cannot be written.
    """
    from knapsack_cli.errors import StoreError

    try:
        os.unlink(original_path(os.path.join(home, paths.ORIGINALS), digest))
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"cannot delete the original {digest[:12]} in {home}: {error.strerror}") from error
    return True


def load(home: str, digest: str) -> bytes:
    """The exact bytes of an original; its hash is verified.

    Raises:
        NothingFoundError: there is none.
        StoreError: the file is damaged or cannot be read.
    """
    from knapsack_cli.errors import NothingFoundError, StoreError

    path = original_path(os.path.join(home, paths.ORIGINALS), digest)
    try:
        with open(paths.open_plain(path), "rb") as file:
            packed = file.read()
    except FileNotFoundError:
        raise NothingFoundError(f"no original {digest[:12]} in {home}") from None
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error
    try:
        data = _unpack(packed)
    except Exception as error:
        raise StoreError(f"{path} is damaged ({error}); the original cannot be brought back") from error
    if sha256(data).hexdigest() != digest:
        raise StoreError(f"{path} is damaged (its hash differs); the original cannot be brought back")
    return data


def pieces(home: str, digest: str) -> "Iterator[bytes]":
    """An original piece by piece, without holding it whole; its hash is not verified.

    Raises:
        StoreError: the file cannot be read.
    """
    from knapsack_cli.errors import StoreError

    path = original_path(os.path.join(home, paths.ORIGINALS), digest)
    try:
        yield from _pieces(path)
    except OSError as error:
        raise StoreError(f"cannot read {path}: {error.strerror}") from error


def _pieces(path: str) -> "Iterator[bytes]":
    with open(paths.open_plain(path), "rb") as file:
        head = file.read(LARGE)
        unpacker: Any
        if head[:1] == b"x":
            unpacker = zlib.decompressobj()
        else:
            unpacker = _zstandard().ZstdDecompressor().decompressobj()
        while head:
            data: bytes = unpacker.decompress(head)
            if data:
                yield data
            head = file.read(LARGE)


def _unpack(packed: bytes) -> bytes:
    if packed[:1] == b"x":
        return zlib.decompress(packed)
    data: bytes = _zstandard().ZstdDecompressor().decompressobj().decompress(packed)
    return data
