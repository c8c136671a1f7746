// A phone may refuse to remember anything; the page works all the same.
const attempt = (access) => { try { return access(); } catch { return null; } };
export const load = (key) => attempt(() => localStorage.getItem(key));
export const store = (key, text) => attempt(() => localStorage.setItem(key, text));

// iOS 15 lacks it.
AbortSignal.timeout ??= (ms) => {
  const aborting = new AbortController();
  setTimeout(() => aborting.abort(), ms);
  return aborting.signal;
};
