"""What several kinds of text share: stack frames, the blocks of failing tests."""
