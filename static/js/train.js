// The training page: rules lead to their frame, the address follows the run, a file fills the corpus.

const run = () => document.getElementById("run");

// Once the form is changed, it does not name the ready corpus it was opened with.
document.addEventListener("input", ({ target }) => {
  target.closest(".train-setup")?.classList.add("changed");
});

// A rule that is pressed moves the player instead of loading the page again.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-train-step]");
  const range = document.querySelector("[data-player-range]");
  if (!link || !range || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  range.value = link.dataset.trainStep;
  range.dispatchEvent(new Event("input", { bubbles: true }));
  const player = range.closest("[data-player]");
  if (player.getBoundingClientRect().top < 0) player.scrollIntoView({ block: "start" });
});

// Training is a step that Back takes back; frames, progress and private texts are not.
let begun = false;

document.addEventListener("submit", ({ target }) => {
  begun ||= target.id === "train-form";
}, true);

function remember(address) {
  const change = begun && !address.includes("#") ? "pushState" : "replaceState";
  begun = false;
  history[change]({ htmx: true }, "", address);
}

// What was swapped in says which address opens it again. The first time, it is brought into view.
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx.target !== run()) return;
  document.getElementById("error").replaceChildren();
  const shown = run().querySelector("[data-address]");
  if (!shown || shown.dataset.seen) return;
  shown.dataset.seen = "true";
  remember(shown.dataset.address);
  const play = shown.querySelector("[data-player-go=play]");
  if (play && ["train", "stop"].includes(document.activeElement?.id || "train")) {
    play.focus({ preventScroll: true });
  }
  if (shown.getBoundingClientRect().top > innerHeight * 0.7) {
    shown.scrollIntoView({ block: "start" });
  }
});

// A chosen file is the corpus, at once, until it is taken out again.
const file = () => document.querySelector("[data-train-file]");

function nameFile() {
  const chosen = file().files[0];
  document.querySelector("[data-train-file-name]").textContent = chosen ? chosen.name : "";
  document.querySelector("[data-train-file-out]").hidden = !chosen;
  document.getElementById("corpus").readOnly = Boolean(chosen);
  return chosen;
}

document.addEventListener("change", ({ target }) => {
  if (target === file() && nameFile()) target.form.requestSubmit();
});

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-train-file-out]")) return;
  file().value = "";
  nameFile();
});
