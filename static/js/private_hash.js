// Before anything is drawn: a private link shows nothing until its own text is there.
document.documentElement.classList.toggle("private-opening", location.hash.startsWith("#v="));
