// A phone may refuse to store anything; the page works without.
const attempt = (access) => { try { return access(); } catch { return null; } };
export const load = (key) => attempt(() => localStorage.getItem(key));
export const store = (key, text) => attempt(() => localStorage.setItem(key, text));
