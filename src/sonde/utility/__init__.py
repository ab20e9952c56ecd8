"""Utility: what a release is still good for.

A posteriori, the release itself is asked, with the analyst's own question (``needs.py``,
``answers.py``). A priori, it is laid beside its original, row by row (``pairs.py``, and
``losses/``, one file an idea). ``mining.py`` and its neighbours train models on it, and
``frontier.py`` puts risk and utility on one chart.
"""
