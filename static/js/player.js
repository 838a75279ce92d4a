// Plays a run frame by frame. The contract is in templates/macros/player.html.

const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
const FIELDS = "input:not([type=range]), textarea, select, [contenteditable]";
const PACE = 1200; // milliseconds a frame at 1×
const KEPT = 200; // frames remembered

const frames = new Map(); // address -> promise of HTML
const timers = new WeakMap(); // player -> timer, while playing
const loading = new WeakSet();

document.documentElement.classList.add("has-player");

const part = (player, name) => player.querySelector(`[data-player-${name}]`);
const gap = document.documentElement.lang === "es" ? "\u202f" : ",";
const written = (step) => String(step).replace(/\B(?=(\d{3})+$)/g, gap);
const address = ({ dataset }, step) => dataset.href.replace("{step}", step);

// Where each control leads from here.
function goals({ dataset }) {
  const [step, first, last] = [+dataset.step, +dataset.first, +dataset.last];
  return { first, previous: Math.max(first, step - 1), next: Math.min(last, step + 1), last };
}

// A private text is in the fragment, which no address takes along: it is posted.
function privately(fragment) {
  const body = new URLSearchParams(fragment);
  for (const [name, text] of [...body]) body.append(`exact-${name}`, encodeURIComponent(text));
  body.set("private", "1");
  return { method: "POST", body };
}

async function ask(url) {
  const [, fragment] = url.split("#");
  const headers = { "HX-Request": "true", "HX-Target": "player" };
  const answer = await fetch(url, { headers, ...(fragment && privately(fragment)) });
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

function load(url) {
  if (!frames.has(url)) {
    if (frames.size >= KEPT) frames.delete(frames.keys().next().value);
    frames.set(url, ask(url));
    frames.get(url).catch(() => frames.delete(url));
  }
  return frames.get(url);
}

// The bar follows at once; frames come one at a time, and the last one asked for stays.
async function show(player, wanted) {
  player.dataset.step = wanted;
  part(player, "range").value = wanted;
  part(player, "count").textContent = written(wanted);
  for (const [name, goal] of Object.entries(goals(player))) {
    const link = part(player, `go=${name}`);
    link.href = address(player, goal);
    link.setAttribute("aria-disabled", goal === wanted);
  }
  if (loading.has(player)) return;
  loading.add(player);
  try {
    for (let step; step !== +player.dataset.step; ) {
      step = +player.dataset.step;
      draw(player, await load(address(player, step)));
      history.replaceState(history.state, "", address(player, step));
      load(address(player, goals(player).next));
    }
  } catch {
    play(player, false);
    document.dispatchEvent(new Event("htmx:error"));
  }
  loading.delete(player);
}

function draw(player, html) {
  const made = document.createElement("template");
  made.innerHTML = html;
  for (const name of ["say", "frame"]) {
    part(player, name).replaceChildren(...part(made.content, name).childNodes);
  }
  globalThis.htmx?.process(player);
}

function play(player, on) {
  clearTimeout(timers.get(player));
  timers.delete(player);
  part(player, "go=play").setAttribute("aria-pressed", on);
  part(player, "say").setAttribute("aria-live", on ? "off" : "polite");
  if (on) timers.set(player, setTimeout(tick, PACE / part(player, "speed").value, player));
}

async function tick(player) {
  const { next, last } = goals(player);
  if (next === last) play(player, false);
  await show(player, next);
  if (timers.has(player)) play(player, player.isConnected);
}

function go(player, where) {
  const { first, last, [where]: goal } = goals(player);
  const on = where === "play" && !timers.has(player);
  play(player, on);
  if (where !== "play") show(player, goal);
  else if (on && +player.dataset.step === last) show(player, first);
}

const on = (kind, act) => document.addEventListener(kind, act);
const modified = (event) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

on("click", (event) => {
  const control = event.target.closest("[data-player-go]");
  if (!control || modified(event)) return;
  event.preventDefault();
  go(control.closest("[data-player]"), control.dataset.playerGo);
});

on("input", ({ target }) => {
  if (!target.matches("[data-player-range]")) return;
  const player = target.closest("[data-player]");
  play(player, false);
  show(player, +target.value);
});

on("keydown", (event) => {
  const { key, target } = event;
  const inside = target.closest("[data-player]");
  const player = inside ?? document.querySelector("[data-player]");
  if (!KEYS[key] || !player || event.defaultPrevented || modified(event)) return;
  if (target.closest(FIELDS) || !(inside || (key.length > 4 && target.matches("body, main")))) return;
  if (key === " " ? target.closest("button, summary") : target.matches("[type=range]")) return;
  event.preventDefault();
  go(player, KEYS[key]);
});
