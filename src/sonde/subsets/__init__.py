"""Every subset of the keys: what each gives away, which are enough, and which key is to blame."""
