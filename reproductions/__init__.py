"""The papers' experiments, done again: for each figure a table and a chart in results/."""
