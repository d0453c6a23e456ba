"""Skills and tools inside provider requests: found, ranked, slimmed, and still loadable."""
