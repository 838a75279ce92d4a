// What every page does: say when the server cannot be reached, and take old errors away.
// Words come from the page (data-offline), which is in the reader's language.

const region = document.getElementById("error");

document.addEventListener("htmx:error", () => {
  const notice = document.createElement("div");
  notice.className = "notice notice-error";
  const words = document.createElement("p");
  words.textContent = region.dataset.offline;
  notice.append(words);
  region.replaceChildren(notice);
});

document.addEventListener("htmx:after:request", (event) => {
  const response = event.detail.ctx?.response;
  if (response && response.status < 400) region.replaceChildren();
});
