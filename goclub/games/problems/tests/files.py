"""Files of problems for tests."""


def problem_file(problems: int) -> bytes:
    """So many problems on 9×9, of two moves each: E5, White F4, then G3; all else is wrong."""
    lines = "(;B[ee];W[ff];B[gg]C[RIGHT])(;B[dd];W[ee])"
    game = f"(;GM[1]SZ[9]AB[bb][cb]AW[ab][bc]{lines})"
    return (game * problems).encode()
