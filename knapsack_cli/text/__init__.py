"""What every room needs to know of text: decoding, terminal noise, lines, tokens, redaction."""
