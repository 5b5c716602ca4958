"""The salon's official league (公式戦): order, reasons, organisers (RULEBOOK 2.6, S1-20 … S1-26).

Parts: ``facts`` (players, games, settings), ``withdrawals`` (what counts, what is open),
``standing`` (the order with its reasons), ``divisions`` (round robin, promotion and relegation),
``choice`` (organisers).
"""
