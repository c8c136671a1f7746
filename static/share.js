// Handing on a link, the text or the picture of a game: by the phone's own share sheet where it has
// one, else by copying and saving. Over plain http a phone offers neither, so what is shown is
// selected and copied the old way, or left selected.

async function copied(place) {
  try {
    await navigator.clipboard.writeText(place.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(place);
    return document.execCommand("copy");
  }
}

// The picture comes as SVG; what friends are sent is a PNG.
async function asPng(address) {
  const drawn = new Image();
  drawn.src = `data:image/svg+xml,${encodeURIComponent(await (await fetch(address)).text())}`;
  await drawn.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.naturalWidth, drawn.naturalHeight];
  canvas.getContext("2d").drawImage(drawn, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function sharePicture(link) {
  const png = new File([await asPng(link.href)], "game.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [png] })) return navigator.share({ files: [png] });
  const saving = document.createElement("a");
  saving.href = URL.createObjectURL(png);
  saving.download = png.name;
  saving.click();
  return URL.revokeObjectURL(saving.href);
}

const cancelled = ({ name }) => name === "AbortError"; // the share sheet was closed again

// On the whole page, since the end of a game comes while the page stands open.
document.addEventListener("click", async (event) => {
  const picture = event.target.closest("a.picture");
  const text = event.target.closest(".share-text > summary")?.nextElementSibling;
  if (picture) {
    event.preventDefault();
    sharePicture(picture).catch((error) => cancelled(error) || location.assign(picture.href));
  } else if (text && navigator.share) {
    event.preventDefault();
    navigator.share({ text: text.textContent }).catch(() => {});
  } else if (text && !text.parentElement.open && (await copied(text))) {
    const said = text.nextElementSibling;
    said.textContent = said.dataset.copied;
  }
});

for (const row of document.querySelectorAll(".hand-on")) {
  const place = row.closest(".code").querySelector(".address");
  const [share, copy] = ["share", "copy"].map((action) => row.querySelector(`[data-action=${action}]`));
  const said = row.querySelector("[role=status]");
  row.hidden = false;
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ title: row.dataset.title, url: place.textContent }).catch(() => {}));
  copy.addEventListener("click", async () => {
    said.textContent = (await copied(place)) ? said.dataset.copied : said.dataset.selected;
  });
}
