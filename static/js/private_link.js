// Private links: the texts are after the #, so no server has seen them. They are posted to be cut,
// and from there on the address keeps them after the #. A form that holds all of them, with htmx, is
// filled and sent; the other pages (their note has data-address) are answered whole.

const FORMATS = ["0", "1"];
const note = (name) => document.querySelector(`[data-private="${name}"]`);
const form = () => document.querySelector("input[name=private]").form;
const field = (name) => form().elements.namedItem(name);
const event = (name) => new Promise((done) => document.addEventListener(name, done, { once: true }));
const shown = () => document.documentElement.classList.remove("private-opening");

async function open() {
  const said = new URLSearchParams(location.hash.slice(1));
  const texts = [...said].filter(([name]) => name !== "v");
  if (!said.has("v") || !texts.length) return shown();
  if (!FORMATS.includes(said.get("v"))) {
    note("unknown").hidden = false;
    return shown();
  }
  if (note("said").hasAttribute("data-address")) await send(location.pathname + location.search, texts);
  else await fill(texts);
  shown();
}

// htmx takes a form over in a task of its own; before that, submitting would load another page.
async function fill(texts) {
  if (!form().matches("[data-htmx-powered]")) {
    await event("htmx:after:process");
  }
  for (const [name, text] of texts) {
    const box = field(name);
    if (!(box instanceof HTMLTextAreaElement)) continue;
    box.value = text;
    field(`exact-${name}`)?.remove();
    if (!text.includes("\r")) continue;
    const exact = document.createElement("input");
    Object.assign(exact, { type: "hidden", name: `exact-${name}`, value: encodeURIComponent(text) });
    form().append(exact);
  }
  field("private").value = "1";
  note("said").hidden = false;
  form().requestSubmit();
  await Promise.race([event("htmx:after:swap"), event("htmx:error")]);
}

// The page of a form whose texts stay private, in place of the one that is shown.
async function send(url, texts = []) {
  const typed = [...new FormData(form())].filter(([, value]) => typeof value === "string");
  const body = new URLSearchParams(typed);
  for (const [name, text] of texts) {
    body.set(name, text);
    body.set(`exact-${name}`, encodeURIComponent(text));
  }
  body.set("private", "1");
  try {
    const answer = await fetch(url, { method: "POST", body, headers: { "HX-Request": "true" } });
    draw(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    document.dispatchEvent(new Event("htmx:error"));
  }
}

function draw(page) {
  const [now, next] = [document.querySelector("main"), page.querySelector("main")];
  if (!next) return document.getElementById("error").replaceChildren(...page.body.childNodes);
  now.replaceWith(next);
  globalThis.htmx?.process(next);
  const { address } = note("said").dataset;
  if (address) history.replaceState(history.state, "", address);
}

document.addEventListener("submit", (event) => {
  if (event.target !== form() || form().hasAttribute("hx-post")) return;
  if (field("private").value !== "1") return;
  event.preventDefault();
  send(form().action);
});

window.addEventListener("hashchange", open);
open();
