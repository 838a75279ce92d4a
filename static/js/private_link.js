// Private links: the texts are after the #, so no server has seen them. They go into the form, which
// then asks for them to be cut; from there on the address keeps them after the #.

const FORMATS = ["0", "1"];
const note = (name) => document.querySelector(`[data-private="${name}"]`);

function open() {
  const said = new URLSearchParams(location.hash.slice(1));
  const texts = [...said].filter(([name]) => name !== "v");
  if (!said.has("v") || !texts.length) return;
  if (!FORMATS.includes(said.get("v"))) {
    note("unknown").hidden = false;
    return;
  }
  const form = note("said").closest("form");
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
  form.requestSubmit();
}

window.addEventListener("hashchange", open);
// htmx takes the form over in a task of its own; before that, submitting would load another page.
if (document.querySelector("form[data-htmx-powered]")) open();
else document.addEventListener("htmx:after:process", open, { once: true });
