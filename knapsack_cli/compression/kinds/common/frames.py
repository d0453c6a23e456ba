"""Stack frames in any language: whose code each is in, and which of a trace are worth showing.

Use `frames_of` for the frames among some lines and `kept_in_trace` for the lines of a trace that an
engineer needs: every message and cause, the frames in the user's own code, and the one where it broke.
`trace_end` says where a trace that starts at a line is over.
"""

from knapsack_cli.compression.kinds.common.frame_patterns import (
    BARE,
    CAUSE,
    DOTNET,
    ELIXIR,
    ELIXIR_LIBRARIES,
    EXCEPTION,
    FILLER,
    GO_PLACE,
    HEAD,
    JAVA,
    LIBRARY_NAME,
    LIBRARY_PATH,
    MACHINERY,
    NATIVE,
    NODE,
    NODE_PLAIN,
    PHP,
    PYTHON,
    RUBY,
    RUBY_HEAD,
    RUST_NAME,
    RUST_PLACE,
    TEST_FILE,
    VALGRIND,
    VITEST,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    Place = tuple[str, int, str]


class Frame:
    """One frame of a trace.

    Attributes:
        first, last: indexes of its lines, inclusive (its place, the source line and carets under it).
        path, number, name: file, line number (0: not told) and function, as written.
        library: whether it is in code that the user did not write.
        column: where in the line, as Rust tells it; empty where it is not told.
    """

    __slots__ = ("column", "first", "last", "library", "name", "number", "path")

    def __init__(self, first: int, last: int, path: str, number: int, name: str, library: bool) -> None:
        self.column = ""
        self.first = first
        self.last = last
        self.path = path
        self.number = number
        self.name = name
        self.library = library

    @property
    def place(self) -> "Place":
        """What makes two frames the same place: file, line and function, without its arguments."""
        return self.path, self.number, self.name.partition("(")[0].strip() + self.column


def is_library_path(path: str) -> bool:
    """Whether a file at `path` belongs to a runtime, a package or the system."""
    return bool(LIBRARY_PATH.search(path.replace("\\", "/")))


def frame_at(lines: "Sequence[str]", index: int) -> Frame | None:
    """The frame that starts at `index`, of whatever language, or None."""
    line = lines[index]
    if len(line) > 4000:
        return None
    stripped = line.lstrip(" \t|+-=0123456789")
    if stripped.startswith('File "'):
        return _python(lines, index, line)
    if stripped.startswith("at "):
        return _at(lines, index, line)
    if stripped.startswith(("#", "by 0x")):
        return _hash(index, line) or _bare(index, line)
    if stripped.startswith(("❯ ", "› ")) and (match := VITEST.match(line)):
        return _made(index, index, match)
    if line.startswith("\t") and (match := GO_PLACE.match(line)):
        return _made(index, index, match)
    if ".go:" not in line and index + 1 < len(lines) and (match := GO_PLACE.match(lines[index + 1])):
        if line[:1] not in "\t " and ("(" in line or line.startswith("created by ")):
            frame = _made(index, index + 1, match)
            frame.name = line
            frame.library = frame.library or line.startswith("panic(") or bool(LIBRARY_NAME.search(line))
            return frame
    if ":in " in line and (match := RUBY.match(line)):
        return _made(index, index, match)
    bare = _bare(index, line)
    if bare is not None:
        return bare
    if line[:1] == " " and (".ex" in line or ".erl:" in line) and (match := ELIXIR.match(line)):
        frame = _made(index, index, match)
        frame.library = match["app"] in ELIXIR_LIBRARIES
        return frame
    if (match := RUST_NAME.match(line)) is not None:
        return _rust(lines, index, match)
    return None


def _python(lines: "Sequence[str]", index: int, line: str) -> Frame | None:
    match = PYTHON.match(line)
    if match is None:
        return None
    depth = line.index("File")
    last = index
    while last + 1 < len(lines) and last - index < 3:
        below = lines[last + 1]
        body = below.lstrip(" |+-") if "|" in line[:depth] else below.lstrip()
        if not body or len(below) - len(body) <= depth or body.startswith('File "'):
            break
        last += 1
    return _made(index, last, match)


def _at(lines: "Sequence[str]", index: int, line: str) -> Frame | None:
    if line.startswith("==") and (match := VALGRIND.match(line)):
        return _native(index, match)
    match = RUST_PLACE.match(line)
    if match is not None:
        return _made(index, index, match)
    for pattern in (JAVA, NODE, NODE_PLAIN, DOTNET):
        match = pattern.match(line)
        if match is not None:
            frame = _made(index, index, match)
            if pattern is DOTNET:
                frame.library = bool(LIBRARY_NAME.search(frame.name))
            elif pattern is JAVA:
                frame.library = bool(LIBRARY_NAME.search(frame.name)) or not frame.number
            return frame
    return None


def _hash(index: int, line: str) -> Frame | None:
    if line.startswith("==") and (match := VALGRIND.match(line)):
        return _native(index, match)
    match = RUBY.match(line) or PHP.match(line)
    if match is not None:
        return _made(index, index, match)
    match = NATIVE.match(line)
    return _native(index, match) if match is not None else None


def _bare(index: int, line: str) -> Frame | None:
    """A line that is nothing but `path:line`, as PHPUnit and RSpec write them."""
    if not line[-1:].isdigit() or ":" not in line[-8:]:
        return None
    match = BARE.match(line)
    return _made(index, index, match) if match is not None else None


def _native(index: int, match: "re.Match[str]") -> Frame:
    frame = _made(index, index, match)
    frame.library = not frame.path or is_library_path(frame.path) or bool(LIBRARY_NAME.search(frame.name))
    return frame


def _rust(lines: "Sequence[str]", index: int, match: "re.Match[str]") -> Frame | None:
    name = match["name"]
    if index + 1 < len(lines) and (place := RUST_PLACE.match(lines[index + 1])):
        frame = _made(index, index + 1, place)
        frame.name = name
        frame.column = place["column"] or ""
        frame.library = frame.library or bool(LIBRARY_NAME.search(name))
        return frame
    if "::" in name and " " not in name.split("::")[0]:
        return Frame(index, index, "", 0, name, True)
    return None


def _made(first: int, last: int, match: "re.Match[str]") -> Frame:
    groups = match.groupdict()
    path = groups.get("path") or ""
    name = groups.get("name") or ""
    return Frame(first, last, path, int(groups.get("line") or 0), name, is_library_path(path))


def frames_of(lines: "Sequence[str]", first: int, last: int) -> list[Frame]:
    """The frames among the lines `first` to `last`, inclusive, in order."""
    frames: list[Frame] = []
    index = first
    while index <= last:
        frame = frame_at(lines, index)
        if frame is None:
            index += 1
            continue
        frame.last = min(frame.last, last)
        frames.append(frame)
        index = frame.last + 1
    return frames


def is_cause(line: str) -> bool:
    """Whether `line` joins one exception to another: "Caused by:", "During handling of"."""
    return bool(CAUSE.match(line))


def chosen(
    frames: list[Frame], newest_last: bool, most: int = 6, seen: "set[Place] | None" = None
) -> list[Frame]:
    """The frames of one stack that are worth showing, in order.

    The one where it broke, the `most` nearest distinct places in the user's code and the outermost
    of them. With `seen`, places shown before are left out (and new ones added to it), except where
    it broke.
    """
    if not frames:
        return []
    _own_up(frames)
    order = frames[::-1] if newest_last else frames
    broke = order[0]
    keep = set() if broke.library and MACHINERY.search(broke.name) else {id(broke)}
    own = [frame for frame in order if not frame.library and frame.path]
    fresh: list[Frame] = []
    places: set[Place] = set()
    for frame in own:
        place = frame.place
        if place not in places and not (seen is not None and place in seen):
            places.add(place)
            fresh.append(frame)
    picked = fresh[:most]
    if len(fresh) > most:
        picked.append(fresh[-1])
    if not own:
        picked = order[:2]
    elif not picked:
        picked = own[:1]
    keep.update(id(frame) for frame in picked)
    if seen is not None:
        seen.update(frame.place for frame in picked if frame.path)
    return [frame for frame in frames if id(frame) in keep]


def _own_up(frames: list[Frame]) -> None:
    """Where no frame is the user's, the tests of a JVM's own library are: that is what is worked on."""
    if all(frame.library for frame in frames):
        for frame in frames:
            frame.library = not (frame.number and TEST_FILE.search(frame.path))


def kept_in_trace(
    lines: "Sequence[str]", first: int, last: int, most: int = 6, seen: "set[Place] | None" = None
) -> list[int]:
    """Indexes of the lines of a trace at `first` to `last` that are worth showing, in order.

    Lines that are no frames (messages, causes, notes) are kept; a run of frames is thinned by
    `chosen`. Hand the same `seen` to the traces of one text to show each place once.
    """
    kept: list[int] = []
    stack: list[Frame] = []
    newest_last = False

    def flush() -> None:
        for frame in chosen(stack, newest_last, most, seen):
            kept.extend(at for at in range(frame.first, frame.last + 1) if lines[at].strip(" |~^"))
        stack.clear()

    index = first
    while index <= last:
        frame = frame_at(lines, index)
        if frame is not None:
            newest_last = 'File "' in lines[index][:40]
            frame.last = min(frame.last, last)
            if says_what_broke(lines[index]):
                flush()
                kept.append(index)
                index += 1
                continue
            stack.append(frame)
            index = frame.last + 1
            continue
        line = lines[index]
        if line.strip() and not (stack and is_filler(line)):
            flush()
            kept.append(index)
        index += 1
    flush()
    return kept


def says_what_broke(line: str) -> bool:
    """Whether a frame is also the message, as Ruby writes them: `till.rb:4:in `sum': no price (Missing)`."""
    return ":in " in line and RUBY_HEAD.match(line) is not None


def is_filler(line: str) -> bool:
    """Whether `line` stands between frames and tells nothing: "... 23 more"."""
    return bool(FILLER.match(line))


def is_trace_head(line: str) -> bool:
    """Whether `line` may be the first of a trace (the message above Java's or Node's frames too)."""
    return bool(HEAD.match(line))


def trace_end(lines: "Sequence[str]", first: int) -> int:
    """The index of the last line of the trace that starts at `first` (a head or a frame).

    Frames, their source lines, causes and, for Python, the exception's own line belong to it;
    anything else ends it.
    """
    index, last, size = first, first, len(lines)
    chained = True
    python = "Traceback (most recent call last)" in lines[first]
    if frame_at(lines, first) is None:
        index += 1
    while index < size:
        frame = frame_at(lines, index)
        line = lines[index]
        if frame is not None:
            last = frame.last
            index = last + 1
        elif "Traceback (most recent call last)" in line:
            if not chained and line[:1] not in " |+":
                break
            python = True
            last = index
            index += 1
        elif is_cause(line) or is_filler(line):
            chained = True
            last = index
            index += 1
        elif python and line.strip() and (line[:1] in " |+" or _exception_line(line)):
            last = index
            index += 1
            if line[:1] not in " |+":
                python = chained = False
        elif not line.strip() and index + 1 < size and _goes_on(lines, index + 1):
            index += 1
        else:
            break
    return last


def _goes_on(lines: "Sequence[str]", index: int) -> bool:
    line = lines[index]
    return (
        is_cause(line)
        or "Traceback (most recent call last)" in line
        or line.startswith("goroutine ")
        or (frame_at(lines, index) is not None and line[:1] in " \t")
    )


def _exception_line(line: str) -> bool:
    return bool(EXCEPTION.match(line))
