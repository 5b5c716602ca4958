"""A hand that finds a member in the browser."""

from __future__ import annotations

from playwright.sync_api import Page


def choose_member(page: Page, field: str, text: str) -> None:
    """Type a part of a name into a field, and take the first who is found by it."""
    page.wait_for_load_state()  # the script that reads the keys has loaded
    box = page.locator(f"#id_{field}")
    box.click()
    box.fill("")
    box.press_sequentially(text)
    page.locator(f"#{box.get_attribute('aria-controls')} [role=option]").first.wait_for()
    page.wait_for_function(
        """([box, text]) => box.value === text && box.getAttribute('aria-expanded') === 'true'
            && !box.parentElement.querySelector('[role=listbox][aria-busy]')""",
        arg=[box.element_handle(), text],
    )
    box.press("ArrowDown")
    box.press("Enter")


def chosen(page: Page, field: str) -> str:
    """The number that a field would send."""
    return page.locator(f"input[type=hidden][name={field}]").input_value()
