// The share panel: copying, and saying when the page has changed since the panel was made.

function ready() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  source.select();
  await navigator.clipboard.writeText(source.value);
  const words = button.textContent;
  button.textContent = button.dataset.copied;
  button.disabled = true;
  setTimeout(() => {
    button.textContent = words;
    button.disabled = false;
  }, 1500);
});

// What is shared is what is seen: the player writes its step into the address.
document.addEventListener("click", (event) => {
  const form = event.target.closest(".share-open");
  if (!form || !location.search) return;
  form.elements.state.value = location.search.slice(1) + location.hash.replace("#", "&");
}, true);

document.addEventListener("htmx:after:swap", (event) => {
  ready();
  if (event.detail.ctx?.target?.id !== "results") return;
  const stale = document.querySelector("[data-share-stale]");
  if (stale) stale.hidden = false;
});

ready();
