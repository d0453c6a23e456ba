"""Builds, installs and CI logs: what was made, what failed with the lines before it, what was warned of.

Progress, downloads and steps that went well fold; compilers' diagnostics in between are grouped as they
are alone; stack traces are thinned; of an install the packages stay with their versions.
"""

from knapsack_cli.compression.evidence import is_failure
from knapsack_cli.compression.kinds.common import build_lines
from knapsack_cli.compression.kinds.common.blocks import Entry
from knapsack_cli.compression.kinds.common.build_lines import class_of, is_command, is_proof, listed
from knapsack_cli.compression.kinds.common.closing_lists import closing_lists
from knapsack_cli.compression.kinds.common.cmake_messages import cmake_messages, fold_repeated
from knapsack_cli.compression.kinds.common.frames import frame_at, is_cause, is_filler, kept_in_trace
from knapsack_cli.compression.kinds.common.gradle_tests import failed_tests
from knapsack_cli.compression.kinds.common.grouping import arrange
from knapsack_cli.compression.kinds.common.loose import rank_loose
from knapsack_cli.compression.kinds.common.places import ERROR, WARNING
from knapsack_cli.compression.kinds.common.prefixes import level_of, step_of, strip_prefixes
from knapsack_cli.compression.kinds.diagnostics import collect_all, is_of_diagnostic, sample
from knapsack_cli.compression.model import DROP, EVIDENCE, FAILURE, IMPORTANT, Segment, View
from knapsack_cli.text.lazy_patterns import lazy

KNOWN_SURE = 90
BEFORE = 6
"""So many lines before a statement of failure stay: the cause often has no word for it."""
BEFORE_STEP = 20
"""The same for a failed step of an image's build."""
LISTED = 12
"""So many lines of a list under a failure stay."""
TRACE_LEAST = 3
ERROR_FRAMES = 60
"""So many frames that the build tool itself reports as errors stay."""
_SETUP_SECTION = lazy(
    r"section_start:\d+:(?:prepare|get_sources|restore_cache|archive|upload|cleanup|download)"
)
_SETTINGS = lazy(r"(?:with|env|shell):(?: /\S+(?: -\S+)* \{0\})?$")
_DIRECTORY = lazy(r"g?make(?:\[\d+\])?: (?P<way>Entering|Leaving) directory ")
_ECHO = lazy(r"(?:#\d{1,5} )?\d{1,7}\.\d{1,6} {1,16}(?P<text>\S.*)$")
_OTHER_NAMES = ("The following additional packages", "Suggested packages:", "Recommended packages:")
_INSTALLS = lazy(r"[ \t]+Installing {2,}: \S")
_DONE = ("Installed:", "Upgraded:", "Removed:", "Downgraded:")
_PACKAGE_ROW = lazy(
    r" \S{1,200} +(?:x86_64|noarch|aarch64|i[3-6]86|ppc64le|s390x) +\d\S* +\S+ +[\d.]+ [kMG]$"
)
"""Dnf's table of what it is about to do; each package is told again as it is installed."""
_OF_PIP = "error: subprocess-exited-with-error"
_ADVICE = "!!"
"""Setuptools puts its advice under a warning between two such lines."""
LONGEST_ADVICE = 80
_LEVELS = {"ERROR": ERROR, "FATAL": ERROR, "WARNING": WARNING}


def recognise(segment: Segment) -> int:
    """By the share of lines that only builds and installs write."""
    lines = sample(segment.lines)
    texts = strip_prefixes(lines)[0]
    filled = [text for text in texts if text.strip()]
    proofs = sum(1 for text in filled if is_proof(text))
    commands = sum(1 for text in filled if is_command(text))
    if commands and not any(is_of_diagnostic(text) and not text[0].isspace() for text in filled):
        proofs += commands
    if not proofs:
        return 0
    share = proofs / len(filled)
    if proofs == 1 and share < 0.1:
        return 0
    sure = 58 + int(36 * min(1.0, share * 1.5)) if proofs >= 3 or share >= 0.2 else 45
    if any(text.endswith(_OF_PIP) for text in filled):
        return max(sure, KNOWN_SURE)
    if proofs >= 2 and sure < KNOWN_SURE:
        # What compilers write inside a build is read here too, so it speaks for a build.
        told = any(is_of_diagnostic(text) and not text[0].isspace() for text in filled)
        known = sum(
            1 for text in filled if class_of(text) != build_lines.OTHER or (told and is_of_diagnostic(text))
        )
        sure = max(sure, 60 + int(35 * known / len(filled)))
    return sure


def decide(segment: Segment) -> View | None:
    """Results, failures with what led to them, warnings; the rest by rarity."""
    texts, tags, stamped = strip_prefixes(segment.lines)
    words = [level_of(tag) for tag in tags]
    levels = [_LEVELS.get(word, -1) for word in words]
    _blank_echoes(texts, tags)
    entries, owned = collect_all(texts, levels)
    pinned: set[int] = set(closing_lists(texts))
    pinned.update(failed_tests(texts, owned))
    _thin_traces(texts, words, owned, pinned)
    quiet = _quiet_parts(texts)
    classes = [
        build_lines.NOISE
        if owned[at] or not text.strip() or quiet[at] or _is_setup(tags[at])
        else class_of(text)
        for at, text in enumerate(texts)
    ]
    _pin_causes(texts, tags, classes, owned, pinned)
    pinned.update(_directories(texts, {entry.first for entry in entries if _is_relative(entry)}))
    messages = cmake_messages(texts)
    for blocks in messages:
        pinned.update(range(blocks[0][0], blocks[0][1] + 1))

    def judge(index: int) -> int:
        return _rank(texts[index], words[index], classes[index])

    def shape(index: int) -> str:
        return build_lines.step_shape(texts[index]) if classes[index] == build_lines.STEP else ""

    loose = rank_loose(texts, owned, segment.number, judge, listed, frozenset(pinned), shape)
    fold_repeated(messages, texts, segment.base, loose)
    return arrange(segment, texts, entries, loose, [step_of(tag) for tag in tags] if stamped else None)


def _is_relative(entry: Entry) -> bool:
    """Whether an error's path only says where it is together with the directory that make is in."""
    return entry.severity == ERROR and not entry.path.startswith("/") and entry.path[1:2] != ":"


def _directories(texts: list[str], errors: set[int]) -> list[int]:
    """The lines by which make enters the directories in which something fails."""
    found: list[int] = []
    inside: list[int] = []
    for at, text in enumerate(texts):
        if "make" in text[:6] and (match := _DIRECTORY.match(text)) is not None:
            if match["way"] == "Entering":
                inside.append(at)
            elif inside:
                inside.pop()
        elif (
            inside
            and inside[-1] not in found[-1:]
            and (at in errors or ("make" in text[:6] and ": *** [" in text))
        ):
            found.append(inside[-1])
    return found


def _rank(text: str, level: str, kind: int) -> int:
    """The rank of a line that no diagnostic owns; -1 where only its rarity tells."""
    if kind == build_lines.NOISE:
        return DROP
    if kind == build_lines.FAILED or level in ("ERROR", "FATAL"):
        return FAILURE
    if kind == build_lines.RESULT:
        return EVIDENCE
    if kind == build_lines.WARNED or level == "WARNING":
        return IMPORTANT
    if kind == build_lines.STEP or level == "DEBUG":
        return -1
    return FAILURE if is_failure(text[:600]) else -1


def _quiet_parts(texts: list[str]) -> bytearray:
    """1 for lines that tell nothing of their own.

    A CI's runner prepares itself in sections and groups of its own and prints a step's settings; apt
    lists names that it repeats with their versions as it sets them up; setuptools advises at length.
    """
    quiet = bytearray(len(texts))
    section = group = names = False
    advice = -1
    told_later = any(text.startswith("Setting up ") for text in texts)
    told_before = any("nstalling  " in text[:20] and _INSTALLS.match(text) for text in texts)
    for at, text in enumerate(texts):
        if text.endswith(_ADVICE) and text.strip() == _ADVICE:
            if advice >= 0 and at - advice < LONGEST_ADVICE:
                quiet[advice : at + 1] = b"\1" * (at + 1 - advice)
                advice = -1
            else:
                advice = at
            continue
        if names and text.startswith("  "):
            quiet[at] = 1
            continue
        names = text.startswith(_OTHER_NAMES) or (
            told_later and text.startswith("The following NEW packages")
        )
        if told_before and (text in _DONE or _PACKAGE_ROW.match(text)):
            names = text in _DONE
            quiet[at] = 1
            continue
        if names:
            quiet[at] = 1
        elif text.startswith("section_"):
            section = text.startswith("section_start:") and _SETUP_SECTION.match(text) is not None
            quiet[at] = 1
        elif text.startswith("##[group]"):
            group = class_of(text) == build_lines.NOISE
            quiet[at] = group
        elif text.startswith("##[endgroup]"):
            group = False
            quiet[at] = 1
        else:
            group = group or _SETTINGS.match(text) is not None
            quiet[at] = section or group
    return quiet


def _blank_echoes(texts: list[str], tags: list[str]) -> None:
    """Under a failed step of an image's build its last lines stand again, without the step's number."""
    said: set[str] = set()
    for at, text in enumerate(texts):
        if tags[at].isdigit():
            said.add(text.lstrip())
        elif said and (match := _ECHO.match(text)) is not None and match["text"] in said:
            texts[at] = ""


def _is_setup(tag: str) -> bool:
    """Whether a line comes from a step in which the runner prepares itself or cleans up."""
    return "\t" in tag and tag.split("\t")[1].startswith(
        ("Set up job", "Complete job", "Post ", "Set up runner")
    )


def _thin_traces(texts: list[str], words: list[str], owned: bytearray, pinned: set[int]) -> None:
    """Take stack traces out of what is ranked by looks: some of their frames stay, the others go."""
    seen: set[tuple[str, int, str]] = set()
    index, size = 0, len(texts)
    while index < size:
        if owned[index] or frame_at(texts, index) is None:
            index += 1
            continue
        end = index
        while end < size and not owned[end]:
            frame = frame_at(texts, end)
            if frame is not None:
                end = frame.last + 1
            elif is_filler(texts[end]) or is_cause(texts[end]):
                end += 1
            else:
                break
        if end - index >= TRACE_LEAST:
            if words[index] == "ERROR" and end - index <= ERROR_FRAMES:
                kept = list(range(index, end))
            else:
                kept = kept_in_trace(texts, index, end - 1, seen=seen)
            pinned.update(kept)
            told = set(kept)
            for at in range(index, end):
                if at not in told:
                    owned[at] = 1
        index = max(end, index + 1)


def _pin_causes(
    texts: list[str], tags: list[str], classes: list[int], owned: bytearray, pinned: set[int]
) -> None:
    """Pin what stands before a statement of failure, and the last line of all."""
    for index, text in enumerate(texts):
        if classes[index] != build_lines.FAILED and not text.startswith("*** "):
            continue
        if text.startswith("ERROR: ") and tags[index].isdigit():
            most, same = BEFORE_STEP, True
        elif _states_failure(text):
            most, same = BEFORE, False
        else:
            continue
        _pin_before(index, most, same, texts, tags, classes, owned, pinned)
    _pin_lists(texts, classes, owned, pinned)
    for index in range(len(texts) - 1, -1, -1):
        if texts[index].strip() and not owned[index]:
            if classes[index] not in (build_lines.NOISE, build_lines.STEP):
                pinned.add(index)
            break


def _pin_lists(texts: list[str], classes: list[int], owned: bytearray, pinned: set[int]) -> None:
    """Pin the indented lines under a failure or a result that ends in a colon: what failed, what clashed."""
    for index, text in enumerate(texts):
        tells = classes[index] in (build_lines.FAILED, build_lines.RESULT)
        if text.startswith("  Installed: ") and index:
            pinned.add(index - 1)
        if not tells or not text.rstrip().endswith(":"):
            continue
        for at in range(index + 1, min(index + 1 + LISTED, len(texts))):
            if not texts[at][:1].isspace() or not texts[at].strip() or owned[at]:
                break
            pinned.add(at)


def _pin_before(
    index: int,
    most: int,
    same: bool,
    texts: list[str],
    tags: list[str],
    classes: list[int],
    owned: bytearray,
    pinned: set[int],
) -> None:
    found = 0
    for at in range(index - 1, max(-1, index - 400), -1):
        if same and tags[at] != tags[index]:
            continue
        passed = classes[at] == build_lines.STEP and not texts[at].endswith(" no")
        if classes[at] == build_lines.NOISE or passed or owned[at] or not texts[at].strip():
            if not same and found == 0 and owned[at]:
                return
            continue
        if classes[at] != build_lines.RESULT:
            pinned.add(at)
        found += 1
        if found >= most or (not same and classes[at] == build_lines.FAILED):
            return


def _states_failure(text: str) -> bool:
    """Whether a line only says that something before it failed."""
    return (
        "*** [" in text
        or text.startswith(
            ("##[error]", "ERROR: Job failed", "error Command failed", "npm ERR! code ELIFECYCLE")
        )
        or "exit code" in text
        or "exited with code" in text
        or (text.startswith(("*** ", "configure: error:")) and ("failed" in text or "error" in text))
    )
