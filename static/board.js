// A board on a table or a wall stays lit, where the screen lets a page ask for that (not over plain
// http: then nothing is said, the owner of the screen knows how to keep it on).

async function stayLit() {
  if (document.hidden) return;
  try { await navigator.wakeLock?.request("screen"); } catch { /* low battery, or not allowed */ }
}

document.addEventListener("visibilitychange", stayLit);
stayLit();
