// Points at tokens: shows id, piece and bytes, lights the same token elsewhere and the same span in
// the other vocabularies. Works with pointer, touch and keyboard; words come from the page.
// What is copied out of a row is the text itself, as it was typed.

const panel = document.getElementById("inspector");
const field = (name) => panel.querySelector(`[data-field="${name}"]`);
const parsed = new WeakMap();
let left = null; // the row that Enter went from

function tokensOf(row) {
  if (!parsed.has(row)) parsed.set(row, JSON.parse(row.dataset.tokens));
  return parsed.get(row);
}

const rows = () => [...document.querySelectorAll("[data-tokens]")];
const chipsOf = (row, number) => row.querySelectorAll(`[data-token="${number}"]`);
const hex = (bytes) => bytes.replace(/../g, "$& ").trim().toUpperCase();

// The characters of a token; null where its bytes are no whole characters.
function text(bytes) {
  const data = Uint8Array.from(bytes.match(/../g) ?? [], (byte) => parseInt(byte, 16));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return null;
  }
}

// As a reader names a token: its characters, a space as a dot; or the bytes that are no characters.
function shown(bytes, piece) {
  const written = text(bytes);
  if (written === null) return hex(bytes);
  return /\S/.test(written) ? written.replaceAll(" ", "·") : piece;
}

function codePoints(string) {
  return [...string].map((c) => "U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")).join(" ");
}

function clear() {
  document.querySelectorAll(".lit, .differs").forEach((chip) => chip.classList.remove("lit", "differs"));
  document.querySelectorAll(".pointing").forEach((row) => row.classList.remove("pointing"));
  panel.hidden = true;
}

function point(chip) {
  const row = chip.closest("[data-tokens]");
  const number = Number(chip.dataset.token);
  const tokens = tokensOf(row);
  const first = Number(row.dataset.first);
  const token = tokens[number - first];
  if (!token) return;
  clear();
  const [id, piece, bytes, start, end] = token;
  const same = [];
  const other = [];
  for (const each of rows()) {
    each.classList.add("pointing");
    const begin = Number(each.dataset.first);
    let exact = false;
    let touched = false;
    tokensOf(each).forEach((candidate, index) => {
      const covers = candidate[3] < end && candidate[4] > start;
      if (each === row ? candidate[0] === id : covers) {
        const cut = each !== row && (candidate[3] !== start || candidate[4] !== end);
        touched ||= covers;
        exact ||= covers && !cut;
        for (const lit of chipsOf(each, begin + index)) lit.classList.add("lit", ...(cut ? ["differs"] : []));
      }
    });
    if (each !== row && touched) (exact ? same : other).push(each.dataset.title);
  }
  field("shown").textContent = shown(bytes, piece);
  field("piece").textContent = piece;
  field("id").textContent = id;
  field("bytes").textContent = hex(bytes);
  field("points").textContent = codePoints(text(bytes) ?? "") || "–";
  field("span").textContent = start === end ? "–" : `${start}–${end}`;
  field("position").textContent = `${number + 1} / ${row.dataset.count}`;
  field("times").textContent = tokens.filter((each) => each[0] === id).length + " ×";
  const others = field("others");
  const say = (sentence, names) => (names.length ? sentence.replace("{}", names.join(", ")) : "");
  others.textContent = [say(others.dataset.same, same), say(others.dataset.differs, other)].join(" ").trim();
  const link = field("origin");
  link.href = link.dataset.href.replace("VOCABULARY", row.dataset.vocabulary).replace("TOKEN", id);
  link.hidden = !row.dataset.vocabulary;
  panel.hidden = false;
}

function step(row, key) {
  const chips = [...row.querySelectorAll("[data-token]")];
  if (!chips.length) return;
  const now = chips.indexOf(row.querySelector(".current"));
  const next = { ArrowRight: now + 1, ArrowLeft: now < 0 ? 0 : now - 1, Home: 0, End: chips.length - 1 }[key];
  const chip = chips[Math.max(0, Math.min(chips.length - 1, next))];
  row.querySelector(".current")?.classList.remove("current");
  chip.classList.add("current");
  point(chip);
  chip.scrollIntoView({ block: "nearest", inline: "nearest" });
}

document.addEventListener("pointerover", (event) => {
  const chip = event.target.closest?.("[data-tokens] [data-token]");
  if (chip) point(chip);
  else if (!event.target.closest?.("#inspector, [data-tokens]")) clear();
});
document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("[data-tokens] [data-token]");
  if (chip) point(chip);
});
document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("[data-tokens]");
  if (row && ["ArrowRight", "ArrowLeft", "Home", "End"].includes(event.key)) {
    event.preventDefault();
    step(row, event.key);
  } else if (row && event.key === "Enter" && !panel.hidden) {
    event.preventDefault();
    left = row;
    field("origin").focus();
  } else if (event.key === "Escape") {
    if (panel.contains(document.activeElement)) left?.focus();
    clear();
  }
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches?.("[data-tokens]") && !event.relatedTarget?.closest?.("#inspector")) clear();
});
document.addEventListener("htmx:after:swap", clear);

// Left to itself the browser puts a line break on each side of a split character, which is a box.
document.addEventListener("copy", (event) => {
  const selected = getSelection();
  const range = selected.rangeCount ? selected.getRangeAt(0) : null;
  const inside = range?.commonAncestorContainer;
  const within = inside?.nodeType === Node.ELEMENT_NODE ? inside : inside?.parentElement;
  if (!within?.closest("[data-tokens]") || range.collapsed) return;
  const copied = range.cloneContents();
  for (const extra of copied.querySelectorAll(".cell-bytes, .bare")) extra.remove();
  event.clipboardData.setData("text/plain", copied.textContent);
  event.preventDefault();
});
