"""Django's tags of translation, where what only the language changes is looked up once in each.

Stands for Django's own under its name: ``{% load i18n %}`` of every template finds this one.
"""

from __future__ import annotations

from typing import Any, Final

from django import template
from django.template import Context, Node
from django.template.base import FilterExpression, Parser, Token, TokenType, Variable
from django.templatetags.i18n import (
    BlockTranslateNode,
    TranslateNode,
    do_block_translate,
    do_translate,
)
from django.templatetags.i18n import register as django_tags
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
register.tags.update(django_tags.tags)
register.filters.update(django_tags.filters)

#: Numbers that stand in so many sentences are known by heart; others are worked out.
MOST: Final = 2_000


class FixedNode(Node):
    """A sentence that nothing but the language changes."""

    child_nodelists = ()

    def __init__(self, node: TranslateNode | BlockTranslateNode) -> None:
        self.name, node.asvar = node.asvar, None
        self.node = node
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The sentence in the language of the moment."""
        language = get_language()
        said = self.said.get(language)
        if said is None:
            said = self.said[language] = self.node.render(context)
        if self.name is None:
            return said
        # Safe: as in Django’s own tag, whatever stands in the sentence was escaped.
        context[self.name] = SafeString(said)
        return ""


class CountedNode(Node):
    """A sentence that a number and the language make: “3 games”."""

    child_nodelists = ()

    def __init__(self, node: BlockTranslateNode, counter: FilterExpression) -> None:
        self.name, node.asvar = node.asvar, None
        self.counter = counter
        self.node = node
        self.said: dict[tuple[object, ...], str] = {}

    def render(self, context: Context) -> str:
        """The sentence of the number in the language of the moment."""
        count = self.counter.resolve(context)
        if type(count) is not int:  # a bool, a sum with decimals
            said = self.node.render(context)
        else:
            key = get_language(), context.use_l10n, count
            said = self.said.get(key) or self.node.render(context)
            if len(self.said) < MOST:
                self.said[key] = said
        if self.name is None:
            return said
        # Safe: as in Django’s own tag, whatever stands in the sentence was escaped.
        context[self.name] = SafeString(said)
        return ""


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> Node:
    """Django's own; what names a sentence and nothing more is looked up once in each language."""
    node = do_translate(parser, token)
    fixed = _is_fixed(node.filter_expression) and _is_fixed(node.message_context)
    return FixedNode(node) if fixed else node


@register.tag("blocktranslate")
@register.tag("blocktrans")
def block_translate(parser: Parser, token: Token) -> Node:
    """Django's own; one without values, or with the number alone that it counts, likewise."""
    node = do_block_translate(parser, token)
    if node.extra_context or not _is_fixed(node.message_context):
        return node
    parts = (*node.singular, *node.plural)
    values = {part.contents for part in parts if part.token_type == TokenType.VAR}
    if node.counter is None:
        return node if values else FixedNode(node)
    return CountedNode(node, node.counter) if values <= {node.countervar} else node


def _is_fixed(expression: FilterExpression | None) -> bool:
    """Whether an expression is the same words in every context."""
    var: Any = getattr(expression, "var", "")
    words = var.literal if isinstance(var, Variable) else var
    return isinstance(words, str) and not getattr(expression, "filters", ())
