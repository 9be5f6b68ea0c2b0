"""Accounts and the keys that speak for them."""
