// What every page does: say when the server cannot be reached, take old errors away, and change the
// language or the colours of the page as it is now.
// Words come from the page (data-offline), which is in the reader's language.

const region = () => document.getElementById("error");

document.addEventListener("htmx:error", () => {
  const notice = document.createElement("div");
  notice.className = "notice notice-error";
  const words = document.createElement("p");
  words.textContent = region().dataset.offline;
  notice.append(words);
  region().replaceChildren(notice);
});

document.addEventListener("htmx:after:request", (event) => {
  const response = event.detail.ctx?.response;
  if (response && response.status < 400) region().replaceChildren();
});

// The address follows what is typed and played, and may keep a private text after the #.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("[data-here]");
  if (!link) return;
  const [here, there] = [new URL(location.href), new URL(link.href)];
  if (here.pathname !== there.pathname) return;
  for (const name of ["lang", "theme"]) {
    const value = there.searchParams.get(name);
    if (value) here.searchParams.set(name, value);
    else here.searchParams.delete(name);
  }
  link.href = here.href;
}, true);
