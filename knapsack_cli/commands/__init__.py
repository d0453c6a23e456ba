"""A short module a command: options in, one call, output out. No rules of the domain here.

Each module holds `build()`, which returns its Typer command; the table is in `app.py`.
A command's function takes `ctx: typer.Context` first (`ctx.obj` is the run's `Context`) and returns
its exit code.
"""
