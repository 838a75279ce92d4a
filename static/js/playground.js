// The text box: drop a file on it, open one at once, and count the part that is selected.

const form = document.getElementById("playground");
const box = document.getElementById("text");
const file = form.querySelector('input[type="file"]');

// A file comes back as a whole page, with its text in the box.
const submit = () => form.submit();

file.addEventListener("change", (event) => {
  event.stopPropagation();
  if (file.files.length) submit();
});
file.addEventListener("input", (event) => event.stopPropagation());

for (const name of ["dragenter", "dragover"]) {
  box.addEventListener(name, (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    box.classList.add("dropping");
  });
}
for (const name of ["dragleave", "drop"]) box.addEventListener(name, () => box.classList.remove("dropping"));
box.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  submit();
});

// The part selected, in code points, which is how the server counts characters.
const selection = document.getElementById("selection");
let waiting;
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== box) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const points = (end) => [...box.value.slice(0, end)].length;
    const [start, end] = [points(box.selectionStart), points(box.selectionEnd)];
    const value = start === end ? "" : `${start}:${end}`;
    if (selection.value === value) return;
    selection.value = value;
    selection.dispatchEvent(new CustomEvent("tokenario:selected", { bubbles: true }));
  }, 200);
});
