// Browsers without `:has()` get the plain page, which htmx then leaves alone too: they lack more that
// our scripts and styles need. Every script of a page imports this first.

if (!CSS.supports("selector(:has(*))")) {
  document.body.toggleAttribute("hx-ignore");
  throw Error("old");
}
