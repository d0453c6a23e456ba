"""Runs of lines amid source code that no language of it has at the left edge: the outputs of other programs.

What is declared in a file begins there with its keywords and ends with its signs. A list of names, a table
or a report does not, however little else parts it from the code above and below.
"""

from knapsack_cli.compression.outline import glance

LEAST = 8
"""Lines; fewer that are no code are a macro's, or a label's."""
DOUBT, MOST_DOUBT = 3, 6
"""A line that looks like code counts as much as so many others; after so many a run has ended."""
LEAST_CODED = 4
"""Where one line in so many ends as code does, it is code of a language that is not known."""
MOST_LINES = 20_000
"""In longer texts nothing is looked for."""
LEAST_OF_LANGUAGE = 3
"""So many lines define something in a language that the text is in."""
_GOES_ON = (".", "?", ":", "&", "|", "+", "-", "*", "=", "<", ">", '"', "'", "`", "//", "/*", "#", "\\")
"""What a statement goes on with on its next line, and how remarks begin."""
_CLOSES = ("}", "};", "end")
_COMPONENT = ("<template", "<script", "<style")
"""Markup around code: there such lines are the page."""
_CALL_ENDS = (")", "(", ",", ":", "[", "{", "|", " do", "\\")
_SIGNS = ("'", '"', " do |", " => ")
"""What commands of Ruby's own languages have in them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from knapsack_cli.compression.outline.glance import Glance


def find(lines: list[str]) -> list[tuple[int, int]]:
    """The runs of such lines, as half-open ranges; none where the text is in no language that is known."""
    if len(lines) > MOST_LINES:
        return []
    present = _languages(lines)
    if not present:
        return []
    begins = tuple(word for one in present for word in one.begins)
    braced = any(one.braced for one in present)
    scripted = not all(one.braced for one in present)
    runs: list[tuple[int, int]] = []
    strange: list[int] = []
    closed, doubt = braced, 0
    for row in glance.rows_of_code(lines):
        line = lines[row]
        bare = line.strip()
        indented = line[0] in " \t"
        if indented and not closed:
            continue
        if not (_is_code(bare, begins, braced, scripted) or (indented and bare.startswith(_GOES_ON))):
            strange.append(row)
            doubt = max(0, doubt - 1)
            continue
        doubt += DOUBT
        if doubt > MOST_DOUBT or len(strange) < LEAST:
            _close(strange, lines, runs)
            strange, doubt = [], 0
            closed = bare in _CLOSES and not indented
    _close(strange, lines, runs)
    return runs


def _languages(lines: list[str]) -> "list[Glance]":
    """The languages in which a few lines define something and one says what is needed."""
    outer = [line for line in lines if line and line[0] not in " \t"]
    if any(line.startswith(_COMPONENT) for line in outer):
        return []
    return [one for one in glance.GLANCES if glance.is_proved(one, outer) and _is_defined(one, lines, outer)]


def _is_defined(one: "Glance", lines: list[str], outer: list[str]) -> bool:
    begun = (
        sum(1 for line in lines if line.lstrip().startswith(one.definitions))
        if one.definitions
        else sum(1 for line in outer if line.startswith(one.begins))
    )
    return begun >= LEAST_OF_LANGUAGE


def _is_code(bare: str, begins: tuple[str, ...], braced: bool, scripted: bool) -> bool:
    """Whether a line begins or ends as code does."""
    if bare.startswith(begins) or bare.rstrip(": ").isidentifier():
        return True
    if braced and bare.endswith(glance.BRACED_ENDS):
        return True
    if not scripted:
        return False
    ended = "=" in bare or bare.endswith(_CALL_ENDS)
    return (ended and glance.assigns(bare)) or bare.endswith(" do") or any(sign in bare for sign in _SIGNS)


def _close(strange: list[int], lines: list[str], runs: list[tuple[int, int]]) -> None:
    """Take down a run if it is long enough."""
    if len(strange) < LEAST:
        return
    first, end = strange[0], strange[-1] + 1
    coded = sum(1 for line in lines[first:end] if line.rstrip().endswith(glance.BRACED_ENDS))
    if coded * LEAST_CODED <= end - first:
        near = bool(runs) and first - runs[-1][1] < LEAST
        runs.append((runs.pop()[0] if near else first, end))
