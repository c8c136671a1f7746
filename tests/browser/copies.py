"""Scripts and waits for the copies of games that a browser stores in its IndexedDB."""

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


# Script: return whether the stored copy has at least as many journal entries as the page shows.
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
    """Wait until the browser has stored every journal entry that the game's page shows."""
    expect(page.locator("#phone-copy")).to_have_count(1)
    until(page, lambda: page.evaluate(COPIES))  # a game in conflict has two
    # The page shows a saved round first, and stores it in the copy one frame later.
    until(page, lambda: page.evaluate(IS_WHOLE))


def wait_for_copies(page: Page, number: int) -> None:
    """Wait until the browser stores exactly `number` copies of games."""
    until(page, lambda: page.evaluate(COPIES) == number)
