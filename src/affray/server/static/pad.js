// The dice that wait: digits go into the box of the next die wherever the focus is, Enter sends them.
"use strict";

(() => {
  const face = () => document.getElementById("face");

  document.addEventListener("input", (event) => {
    if (event.target.id === "face") event.target.value = event.target.value.replace(/\D/g, "");
  });

  affray.typed = (key) => {
    const box = face();
    if (!box || !/^\d$/.test(key)) return false;
    box.focus({ preventScroll: true });
    if (document.activeElement === box) box.value += key;
    return true;
  };
})();
