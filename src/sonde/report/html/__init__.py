"""The report: one file for each part of the page, with its template, style and script beside it."""
