"""What kind of file some bytes are, by how they begin."""

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x7fELF", "ELF"),
    (0, b"\x89PNG\r\n\x1a\n", "PNG image"),
    (0, b"\xff\xd8\xff", "JPEG image"),
    (0, b"GIF8", "GIF image"),
    (0, b"%PDF-", "PDF"),
    (0, b"PK\x03\x04", "ZIP archive"),
    (0, b"\x1f\x8b", "gzip"),
    (0, b"BZh", "bzip2"),
    (0, b"\xfd7zXZ\x00", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "zstd"),
    (0, b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (0, b"Rar!\x1a\x07", "RAR archive"),
    (0, b"MZ", "Windows executable"),
    (0, b"\xca\xfe\xba\xbe", "Java class or Mach-O"),
    (0, b"\xcf\xfa\xed\xfe", "Mach-O"),
    (0, b"\xfe\xed\xfa", "Mach-O"),
    (0, b"\x00asm", "WebAssembly"),
    (0, b"SQLite format 3\x00", "SQLite database"),
    (0, b"!<arch>\n", "ar archive"),
    (0, b"\xed\xab\xee\xdb", "RPM package"),
    (0, b"OggS", "Ogg media"),
    (0, b"ID3", "MP3 audio"),
    (0, b"fLaC", "FLAC audio"),
    (8, b"WEBP", "WebP image"),
    (8, b"WAVE", "WAV audio"),
    (4, b"ftyp", "MP4 media"),
    (0, b"BM", "BMP image"),
    (0, b"II*\x00", "TIFF image"),
    (0, b"MM\x00*", "TIFF image"),
    (0, b"wOFF", "WOFF font"),
    (0, b"wOF2", "WOFF2 font"),
    (0, b"\x00\x01\x00\x00", "TrueType font"),
    (0, b"\x93NUMPY", "NumPy array"),
    (0, b"PAR1", "Parquet"),
    (0, b"\x80\x04\x95", "Python pickle"),
    (257, b"ustar", "tar archive"),
)


def kind_of(data: bytes) -> str:
    """`PNG image`, `ELF` and the like, or an empty string."""
    for offset, magic, name in _MAGIC:
        if data.startswith(magic, offset):
            return name
    return ""
