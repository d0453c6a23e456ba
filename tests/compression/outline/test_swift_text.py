"""Swift that its grammar does not read as it is written."""

from __future__ import annotations

from knapsack_cli.compression import pipeline
from knapsack_cli.compression.kinds import source
from knapsack_cli.compression.model import Decisions, Hints, Segment
from knapsack_cli.compression.outline import guessing

TEXT = """import Foundation

class Loader {
  private let store = Store.shared
  private var place: URL? {
    return store.place
  }
#if !os(tvOS)
  private func watch(_ place: URL) -> Bool {
    return place.host == "a"
  }
#endif
  func load() async throws -> Page {
    if let place = place,
       let page = try? await fetch() {
      return page
    }
    throw LoadError.missing
  }
  private func fetch() async throws -> Page {
    guard let place else {
      throw LoadError.missing
    }
    return try await store.page(at: place)
  }
  private func sorted(_ pages: [Page]) -> [Page] {
    return pages.sorted { $0.name < $1.name }
  }
}
"""


def test_conditions_of_the_compiler_and_tries_that_wait_hide_no_member() -> None:
    lines = TEXT.splitlines()
    decided = source.decide(Segment(lines, 0, Hints()))
    assert isinstance(decided, Decisions)
    kept = "\n".join(line for line, rank in zip(lines, decided.ranks, strict=True) if rank)
    for name in (
        "private let store",
        "private var place",
        "func watch",
        "func load",
        "func fetch",
        "func sorted",
    ):
        assert name in kept
    assert "throw LoadError" not in kept


def test_swift_with_many_types_is_no_script() -> None:
    assert guessing.candidates(TEXT.splitlines())[0][0] == "swift"


def test_attributes_with_arguments_make_no_python() -> None:
    text = "import Parts\n\n@_spi(Private) @objc public final class Bridge: NSObject {\n" + "".join(
        f"    @_spi(Private) @objc public static func take{at}(_ part: Part) {{\n"
        f"        store.take(part, at: {at})\n        store.flush()\n    }}\n"
        for at in range(20)
    )
    outline = "\n".join(pipeline.plan(text + "}\n", Hints()).lines)
    assert all(f"static func take{at}(" in outline for at in range(20))
