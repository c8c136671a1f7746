// The copies of games that this phone keeps, each under the page of its game.

const MOST_COPIES = 20;
const MOST_BYTES = 8e6;

// iOS 15 lacks it.
AbortSignal.timeout ??= (ms) => {
  const aborting = new AbortController();
  setTimeout(() => aborting.abort(), ms);
  return aborting.signal;
};

// Calls a method of the object store.
export const copies = (method, value) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("companion", 2);
  // Version 1 may lack its store.
  opening.onupgradeneeded = () => {
    try { opening.result.createObjectStore("copies", { keyPath: "page" }); } catch {}
  };
  opening.onerror = reject;
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

// By its request an entry is known for ever; its time may have been set right by a server.
export const mark = (entry) => entry?.request_id ?? JSON.stringify({ ...entry, at: 0 });

// What is kept of the oldest games makes room for a new one.
export async function makeRoom() {
  const all = (await copies("getAll")).sort((a, b) => a.at - b.at);
  while (all.length > MOST_COPIES || JSON.stringify(all).length > MOST_BYTES) {
    await copies("delete", all.shift().page);
  }
}
