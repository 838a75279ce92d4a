// The text box: drop a file on it, open one at once, and count the part that is selected.

const form = document.getElementById("playground");
const file = form.querySelector('input[type="file"]');
// The box may be replaced by the server, so it is looked up each time.
const box = () => document.getElementById("text");
const inBox = (event) => event.target.id === "text";

// A file comes back as a whole page, with its text in the box.
const submit = () => form.submit();

file.addEventListener("input", (event) => event.stopPropagation());
file.addEventListener("change", (event) => {
  event.stopPropagation();
  if (file.files.length) submit();
});

for (const name of ["dragenter", "dragover"]) {
  form.addEventListener(name, (event) => {
    if (!inBox(event) || ![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    box().classList.add("dropping");
  });
}
for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => box().classList.remove("dropping"));
form.addEventListener("drop", (event) => {
  if (!inBox(event) || !event.dataTransfer.files.length) return;
  event.preventDefault();
  file.files = event.dataTransfer.files;
  submit();
});

// The part selected, in code points, which is how the server counts characters.
const selection = document.getElementById("selection");
let waiting;
document.addEventListener("selectionchange", () => {
  if (document.activeElement !== box()) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const { value: text, selectionStart, selectionEnd } = box();
    const points = (end) => [...text.slice(0, end)].length;
    const [start, end] = [points(selectionStart), points(selectionEnd)];
    const value = start === end ? "" : `${start}:${end}`;
    if (selection.value === value) return;
    selection.value = value;
    selection.dispatchEvent(new CustomEvent("tokenario:selected", { bubbles: true }));
  }, 200);
});
