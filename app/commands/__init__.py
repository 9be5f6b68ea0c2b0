"""The commands of `umpire`, one module each; `app/cli.py` lists them."""
