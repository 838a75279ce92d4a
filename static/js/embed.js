// Tells the page around how high this one is, in the three ways that pages listen for:
// Embedly, Medium and Observable; Canvas LMS; hand-written pages (see /teachers).

const root = document.documentElement;
let told = 0;

function tell() {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  root.classList.toggle("fits", window.innerHeight >= height);
  if (height === told) return;
  told = height;
  const resize = JSON.stringify({ context: "iframe.resize", height });
  for (const message of [resize, { subject: "lti.frameResize", height }, { height }]) {
    window.parent.postMessage(message, "*");
  }
}

if (window.parent !== window) {
  new ResizeObserver(tell).observe(document.body);
  window.addEventListener("resize", tell);
}

// Whoever typed before the scripts were here gets an answer as well.
const box = document.getElementById("text");
function catchUp() {
  if (box && box.value !== box.defaultValue) box.dispatchEvent(new Event("input", { bubbles: true }));
}
if (document.querySelector("form[data-htmx-powered]")) catchUp();
else document.addEventListener("htmx:after:process", catchUp, { once: true });

// Other pages of this site refuse to be framed: links to them open a tab of their own.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || link.pathname.startsWith("/embed/")) return;
  link.target = "_blank";
  link.rel = "noopener";
}, true);
