"""The rules: one module per part."""
