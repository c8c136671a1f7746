// What is kept of the oldest games makes room for a new one.

import { copies } from "./journal.js";

const MOST_COPIES = 20;
const MOST_BYTES = 8e6;

export async function makeRoom() {
  const all = (await copies("getAll")).sort((one, other) => one.at - other.at);
  while (all.length > MOST_COPIES || JSON.stringify(all).length > MOST_BYTES) {
    await copies("delete", all.shift().page);
  }
}
