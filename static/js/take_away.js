// Copying and saving tokens: the buttons post the form to another address, past htmx. A copy is
// fetched and put on the clipboard; where that cannot be, the browser shows the text itself.

async function copied(form, button) {
  const fields = new FormData(form);
  for (const [name, value] of [...fields]) if (value instanceof File) fields.delete(name);
  const response = await fetch(button.formAction, { method: "POST", body: fields });
  if (!response.ok) return false;
  await navigator.clipboard.writeText(await response.text());
  return true;
}

async function copy(form, button) {
  const words = button.textContent;
  try {
    if (!(await copied(form, button))) return leave(form, button);
  } catch {
    return leave(form, button);
  }
  button.textContent = button.dataset.copied;
  setTimeout(() => {
    button.textContent = words;
  }, 1500);
}

// The plain way: the browser goes to the answer.
function leave(form, button) {
  const action = form.action;
  form.action = button.formAction;
  form.submit();
  form.action = action;
}

document.addEventListener(
  "submit",
  (event) => {
    const button = event.submitter;
    if (!button?.dataset.take) return;
    event.stopImmediatePropagation();
    if (button.dataset.take !== "copy" || !navigator.clipboard) return;
    event.preventDefault();
    copy(event.target, button);
  },
  true,
);

// One menu at a time; Escape and a click elsewhere close it.
document.addEventListener("toggle", (event) => {
  if (!event.target.matches?.(".take-away[open]")) return;
  for (const menu of document.querySelectorAll(".take-away[open]")) if (menu !== event.target) menu.open = false;
}, true);
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".take-away[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector(".take-away[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
