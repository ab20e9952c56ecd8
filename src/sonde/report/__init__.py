"""Results for people and machines: one file a format."""
