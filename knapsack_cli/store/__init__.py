"""What is kept on disk: the originals, the spool of savings, and the one database."""
