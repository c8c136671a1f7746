"""What a phone keeps of its games, in the database of its browser."""

from playwright.sync_api import Page, expect

COPIES = """() => new Promise((done) => {
  const opening = indexedDB.open("companion");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => done(0);
  opening.onsuccess = () => {
    const counting = opening.result.transaction("copies").objectStore("copies").count();
    counting.onsuccess = () => done(counting.result);
  };
})"""


def keeps(page: Page) -> None:
    """Wait until the phone has a copy of the game of this page."""
    expect(page.locator("#phone-copy")).to_have_count(1)
    has_copies(page, 1)


def has_copies(page: Page, number: int) -> None:
    """Wait until the phone keeps so many games."""
    for _ in range(100):
        if page.evaluate(COPIES) == number:
            return
        page.wait_for_timeout(100)
    assert page.evaluate(COPIES) == number
