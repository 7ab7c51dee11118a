"""The subcommands of ``mmb``, a module each.

A module has ``declare(parser)``, which adds its arguments and sets the default ``run``: a function from the parsed
arguments to the lines to print. Only ``cli`` prints.
"""
