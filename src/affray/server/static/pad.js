// The dice that wait: digits go into the box of the next die wherever the focus is, Enter sends them.
"use strict";

(() => {
  const face = () => document.getElementById("face");

  document.addEventListener("input", (event) => {
    if (event.target.id === "face") event.target.value = event.target.value.replace(/\D/g, "");
  });

  // The next die is drawn into the same box: what was typed for the one that is answered does not stay in it.
  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    const box = face();
    if (box && response?.status === 200 && sourceElement.closest("#roll")) box.value = "";
  });

  affray.typed = (key) => {
    const box = face();
    if (!box || !/^\d$/.test(key)) return false;
    box.focus({ preventScroll: true });
    if (document.activeElement === box) box.value += key;
    return true;
  };
})();
