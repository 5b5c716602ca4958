"""Which words of a page as a browser shows it are broken by wrapping.

A word of an alphabet is what stands between spaces and marks; in Thai, which writes none, what the
browser's own dictionary calls one.  Japanese and Chinese break between any two signs, but the parts
of a name do not.  A hyphen, a dash and a slash are places to break at.
"""

from playwright.sync_api import Page

_SCRIPT = r"""() => {
  const words = new Intl.Segmenter(document.documentElement.lang, {granularity: "word"});
  const thai = /[\u0e00-\u0e7f]/, signs = /[\u3040-\u30ff\u3400-\u9fff]/, found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  function* pieces(text, name) {
    for (const {0: run, index} of text.matchAll(/\S+/g)) {
      if (name && !thai.test(run))
        for (const part of run.matchAll(/[^-–—/·・,]+/g)) yield [index + part.index, part[0]];
      else if (thai.test(run) || signs.test(run)) {
        for (const word of words.segment(run))
          if (word.isWordLike && !signs.test(word.segment))
            yield [index + word.index, word.segment];
      } else
        for (const part of run.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
          yield [index + part.index, part[0]];
    }
  }
  while (walker.nextNode()) {
    const node = walker.currentNode, box = node.parentElement;
    if (!node.data.trim() || !box.checkVisibility({visibilityProperty: true})) continue;
    if (box.closest("script, style, svg, select, textarea, pre")) continue;
    for (const [at, word] of pieces(node.data, box.closest("bdi, .name"))) {
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const lines = [...range.getClientRects()].filter((one) => one.width > 0.5);
      const tops = lines.map((one) => one.top);
      if (lines.length > 1 && Math.max(...tops) - Math.min(...tops) > lines[0].height * 0.6)
        found.add(word);
    }
  }
  return [...found];
}"""


def broken_words(page: Page) -> list[str]:
    """The words that go on in the next line, each once."""
    found: list[str] = page.evaluate(_SCRIPT)
    return found
