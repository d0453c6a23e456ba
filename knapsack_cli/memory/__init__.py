"""What agents and people want kept: memories, anchors, and what is learnt from past sessions."""
