// Shares a link, the text or the picture of a game: by the phone's share menu if it has one, else
// by copying or saving. Phones offer neither over plain http, so the text is then selected and
// copied by the old command, or left selected.

import "./plain.js";

async function copied(place) {
  try {
    await navigator.clipboard.writeText(place.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(place);
    return document.execCommand("copy");
  }
}

function say(place, words) {
  place.textContent = place.dataset[words];
}

// Pictures are fetched in advance, because the server may be shut down while people say goodbye,
// and some phones only save within a moment of the tap.
const drawings = new Map();

function drawing({ href }) {
  if (!drawings.has(href)) {
    const fetched = fetch(href).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer)));
    fetched.catch(() => drawings.delete(href));
    drawings.set(href, fetched);
  }
  return drawings.get(href);
}

function fetchPictures() {
  for (const link of document.querySelectorAll("a.picture")) drawing(link).catch(() => {});
}

// Pictures are fetched as SVG and shared as PNG.
async function onCanvas(link) {
  const drawn = new Image();
  drawn.src = `data:image/svg+xml,${encodeURIComponent(await drawing(link))}`;
  await drawn.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.naturalWidth, drawn.naturalHeight];
  canvas.getContext("2d").drawImage(drawn, 0, 0);
  return canvas;
}

async function sharePicture(link) {
  const canvas = await onCanvas(link);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const png = new File([blob], `${link.dataset.file}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [png] })) return navigator.share({ files: [png] });
  const saving = document.createElement("a");
  saving.href = URL.createObjectURL(png);
  saving.download = png.name;
  saving.click();
  setTimeout(() => URL.revokeObjectURL(saving.href), 60_000); // phones may ask where to save it
  const taken = link.parentElement.querySelector(".taken");
  [taken.hidden, taken.firstElementChild.src] = [false, canvas.toDataURL()];
  taken.firstElementChild.alt = link.dataset.alt;
  return say(taken.lastElementChild, "saved");
}

const cancelled = ({ name }) => name === "AbortError"; // the share menu was closed

// On the document, because the end of a game is swapped into an open page.
document.addEventListener("click", async (event) => {
  const picture = event.target.closest("a.picture");
  const text = event.target.closest(".share-text > summary")?.nextElementSibling;
  if (picture) {
    event.preventDefault();
    sharePicture(picture).catch((error) => cancelled(error) || location.assign(picture.href));
  } else if (text && navigator.share) {
    event.preventDefault();
    navigator.share({ text: text.textContent }).catch(() => {});
  } else if (text && !text.parentElement.open) {
    text.parentElement.open = true; // hidden text cannot be selected
    event.preventDefault();
    say(text.nextElementSibling, (await copied(text)) ? "copied" : "selected");
  }
});

document.addEventListener("htmx:after:swap", fetchPictures);
fetchPictures();

for (const row of document.querySelectorAll(".hand-on")) {
  const place = row.closest(".code").querySelector(".address");
  const [share, copy] = ["share", "copy"].map((action) => row.querySelector(`[data-action=${action}]`));
  const said = row.querySelector("[role=status]");
  row.hidden = false;
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ title: row.dataset.title, url: place.textContent }).catch(() => {}));
  copy.addEventListener("click", async () => say(said, (await copied(place)) ? "copied" : "selected"));
}
