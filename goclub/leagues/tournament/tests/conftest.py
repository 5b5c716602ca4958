"""Not every module here is for pytest."""

#: Imported by a test that takes it away again; found by --doctest-modules, it would stay.
collect_ignore_glob = ["toy_scores/*"]
