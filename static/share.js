// Handing a link on: by the phone's own share sheet where it has one, else by copying. Over plain
// http a phone offers neither, so the link is selected and copied the old way, or left selected.

async function copied(place) {
  try {
    await navigator.clipboard.writeText(place.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(place);
    return document.execCommand("copy");
  }
}

for (const row of document.querySelectorAll(".hand-on")) {
  const place = row.closest(".code").querySelector(".address");
  const [share, copy] = ["share", "copy"].map((does) => row.querySelector(`[data-does=${does}]`));
  const said = row.querySelector("[role=status]");
  row.hidden = false;
  share.hidden = !navigator.share;
  share.addEventListener("click", () => navigator.share({ title: row.dataset.title, url: place.textContent }).catch(() => {}));
  copy.addEventListener("click", async () => {
    said.textContent = (await copied(place)) ? said.dataset.copied : said.dataset.selected;
  });
}
