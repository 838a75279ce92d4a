// Private links: the texts are after the #, so no server has seen them. They go into the form, which
// then asks for them to be cut; from there on the address keeps them after the #. A form without
// htmx is answered with a page: the rest of its state is in the address to which it is posted.

const FORMATS = ["0", "1"];
const note = (name) => document.querySelector(`[data-private="${name}"]`);
const form = note("said").closest("form");

function open() {
  const said = new URLSearchParams(location.hash.slice(1));
  const texts = [...said].filter(([name]) => name !== "v");
  if (!said.has("v") || !texts.length) return;
  if (!FORMATS.includes(said.get("v"))) {
    note("unknown").hidden = false;
    return;
  }
  for (const [name, text] of texts) {
    const box = form.elements.namedItem(name);
    if (!(box instanceof HTMLTextAreaElement)) continue;
    box.value = text;
    form.elements.namedItem(`exact-${name}`)?.remove();
    if (!text.includes("\r")) continue;
    const exact = document.createElement("input");
    Object.assign(exact, { type: "hidden", name: `exact-${name}`, value: encodeURIComponent(text) });
    form.append(exact);
  }
  form.elements.namedItem("private").value = "1";
  note("said").hidden = false;
  if (!form.hasAttribute("hx-post")) form.action = location.pathname + location.search;
  form.requestSubmit();
}

// A page that answers such a form: its player knows the address that opens it again.
function keep() {
  const player = document.querySelector("[data-player]");
  if (!player) return;
  const { href, step } = player.dataset;
  history.replaceState(history.state, "", href.replace("{step}", step));
}

window.addEventListener("hashchange", open);
if (form.elements.namedItem("private").value === "1") keep();
// htmx takes a form over in a task of its own; before that, submitting would load another page.
else if (!form.hasAttribute("hx-post") || form.matches("[data-htmx-powered]")) open();
else document.addEventListener("htmx:after:process", open, { once: true });
