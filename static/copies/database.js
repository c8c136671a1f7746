// Copies of games on this phone, each stored under the address of its page.

const MOST_COPIES = 20;
const MOST_BYTES = 8e6;

// Missing in iOS 15.
AbortSignal.timeout ??= (ms) => {
  const aborting = new AbortController();
  setTimeout(() => aborting.abort(), ms);
  return aborting.signal;
};

const PATIENCE = 3000; // ms, as some browsers' databases never answer, and pages wait for this

// Calls a method of the object store.
export const copies = (method, value) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("companion", 2);
  // Version 1 may lack the store.
  opening.onupgradeneeded = () => {
    try { opening.result.createObjectStore("copies", { keyPath: "page" }); } catch {}
  };
  opening.onerror = reject;
  setTimeout(reject, PATIENCE);
  opening.onsuccess = () => {
    const change = opening.result.transaction("copies", "readwrite");
    const request = change.objectStore("copies")[method](value);
    change.onabort = reject;
    change.oncomplete = () => {
      opening.result.close();
      resolve(request.result);
    };
  };
});

// Identifies an entry by its request, because a server may have corrected its time.
export const mark = (entry) => entry?.request_id ?? JSON.stringify({ ...entry, at: 0 });

// Deletes the oldest copies beyond the limits.
export async function makeRoom() {
  const all = (await copies("getAll")).sort((a, b) => a.at - b.at);
  while (all.length > MOST_COPIES || JSON.stringify(all).length > MOST_BYTES) {
    await copies("delete", all.shift().page);
  }
}
