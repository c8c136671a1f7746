// A phone may refuse to remember anything; the page works all the same.

export function load(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch { /* what is kept here only saves typing */ }
}
