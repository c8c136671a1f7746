"""Copies of games that a phone stores in the database of its browser."""

from playwright.sync_api import Page, expect

from tests.browser.phone import until

COPIES = """() => new Promise((done) => {
  const opening = indexedDB.open("companion");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => done(0);
  opening.onsuccess = () => {
    const counting = opening.result.transaction("copies").objectStore("copies").count();
    counting.onsuccess = () => done(counting.result);
  };
})"""


# True if the copy has every entry that the page shows.
IS_WHOLE = """() => new Promise((done) => {
  const live = document.getElementById("live");
  const shown = parseInt(JSON.parse(live.getAttribute("hx-vals")).since);
  const opening = indexedDB.open("companion");
  opening.onsuccess = () => {
    const store = opening.result.transaction("copies").objectStore("copies");
    const reading = store.get(location.pathname);
    reading.onsuccess = () => done(reading.result?.entries.length >= shown);
  };
})"""


LOSE_LATEST = """() => new Promise((done) => {
  const opening = indexedDB.open("companion");
  opening.onsuccess = () => {
    const store = opening.result.transaction("copies", "readwrite").objectStore("copies");
    const reading = store.get(location.pathname);
    reading.onsuccess = () => {
      const { entries, ...others } = reading.result;
      store.put({ ...others, entries: entries.slice(0, -1) }).onsuccess = done;
    };
  };
})"""


def wait_for_copy(page: Page) -> None:
    """Wait until the phone has stored a complete copy of the page's game."""
    expect(page.locator("#phone-copy")).to_have_count(1)
    until(page, lambda: page.evaluate(COPIES))  # a game with a conflict has two copies
    # A saved round is shown first, and stored after that frame.
    until(page, lambda: page.evaluate(IS_WHOLE))


def wait_for_copies(page: Page, number: int) -> None:
    """Wait until the phone has `number` copies."""
    until(page, lambda: page.evaluate(COPIES) == number)
