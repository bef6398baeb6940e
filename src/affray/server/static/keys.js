// One key, one thing; never while something is being written, and never with a dialog open.
"use strict";

(() => {
  const press = (selector) => {
    const button = document.querySelector(selector);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  };
  const to = (id) => {
    const place = document.getElementById(id);
    if (!place) return false;
    place.setAttribute("tabindex", "-1");
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "start", behavior: "auto" });
    return true;
  };
  const along = (step) => {
    const actors = [...document.querySelectorAll("[data-pick]")];
    const at = actors.findIndex((one) => one.getAttribute("aria-pressed") === "true");
    const next = actors[(at + step + actors.length) % actors.length];
    next?.click();
    return Boolean(next);
  };
  const WITH_CONTROL = { z: () => press("#undo"), y: () => press("#redo"), Z: () => press("#redo") };
  const ALONE = {
    "?": () => { document.getElementById("keys")?.showModal(); return true; },
    r: () => press("#roll-one"),
    a: () => press("#roll-all"),
    Escape: () => press("#cancel"),
    "[": () => along(-1),
    "]": () => along(1),
    n: () => to("now"),
    l: () => to("log"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    const writing = event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (writing && (writing.id !== "face" || /^\d$/.test(event.key))) return;
    let done = false;
    if (event.ctrlKey || event.metaKey) done = WITH_CONTROL[event.key]?.() ?? false;
    else if (/^\d$/.test(event.key)) done = affray.typed(event.key) || press(`[data-key="${event.key}"]`);
    else if (event.key === "Enter" && event.target === document.body && document.getElementById("face")?.value) {
      document.getElementById("boxes").requestSubmit();
      done = true;
    } else done = ALONE[event.key]?.() ?? false;
    if (done) event.preventDefault();
  });
})();
