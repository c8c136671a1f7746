// Loads this server's copy of htmx if the CDN fails, hangs or sends unexpected bytes. Runs before
// htmx is requested, so that no failure is missed.
{
  const { own } = document.currentScript.dataset;
  const LONG_ENOUGH = 2500; // ms
  const takeOver = () => {
    const late = document.querySelector("script[integrity]");
    if (window.htmx || !late) return;
    // A script moved to another document never runs, even if it arrives.
    new Document().adoptNode(late);
    document.head.append(Object.assign(document.createElement("script"), { src: own }));
  };
  addEventListener("error", ({ target }) => { if (target.integrity) takeOver(); }, true);
  setTimeout(takeOver, LONG_ENOUGH);
}
