// The map by finger and by keyboard: a tap or Enter asks for the plan of a square, the arrow keys go from square to square.
// Nothing is given from here: what confirms a move is a button of the plan.
"use strict";

(() => {
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const id = (name) => document.getElementById(name);
  const numbers = (text) => text.split(",").map(Number);
  let cursor = null; // column and row from the lower left of the window
  let asked = null; // the seat and the square whose plan is open
  let opened = null; // the seat for whom the window was last moved

  function map() {
    const section = id("map");
    if (!section || !section.dataset.from) return null;
    const [left, bottom, columns, rows, step] = numbers(section.dataset.from);
    return { section, left, bottom, columns, rows, step, size: numbers(section.dataset.size), frame: id("map-frame"), field: section.querySelector(".mapfield") };
  }

  function feet(at, [column, row]) {
    return [at.left + column * at.step, at.bottom + row * at.step];
  }

  function name(at, square) {
    const [x, y] = feet(at, square);
    let letters = "";
    for (let column = x / at.step; column >= 0; column = Math.floor(column / 26) - 1) letters = LETTERS[column % 26] + letters;
    return letters + (at.size[1] / at.step - y / at.step);
  }

  function inside(at, [column, row]) {
    return column >= 0 && row >= 0 && column < at.columns && row < at.rows;
  }

  // What a square is, in words: how to get there, and who stands there.
  function words(at, square) {
    const called = name(at, square);
    const there = [...at.section.querySelectorAll("#stands tbody tr")].filter((row) => row.cells[1].textContent === called);
    const reach = at.section.querySelector(`[data-at="${feet(at, square).join(",")}"]`);
    const said = [reach ? reach.dataset.say : called];
    for (const row of there) said.push(`${row.cells[0].textContent.trim()} is there, ${row.cells[3].textContent}`);
    if (!reach && !there.length && id("map-to")) said.push("out of reach");
    return said.join(", ");
  }

  function point(at, square, scroll) {
    if (!inside(at, square)) return;
    cursor = square;
    const mark = at.section.querySelector(".m-cursor");
    mark.setAttribute("x", square[0] * 48);
    mark.setAttribute("y", (at.rows - 1 - square[1]) * 48);
    at.field.classList.add("pointing");
    if (scroll) mark.scrollIntoView({ block: "nearest", inline: "nearest" });
    id("map-say").textContent = words(at, square);
  }

  function ask(at, square) {
    const form = id("map-to");
    if (!form) return;
    id("map-square").value = name(at, square);
    form.requestSubmit();
  }

  function squareUnder(at, event) {
    const box = at.section.querySelector(".battle").getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * at.columns);
    const row = at.rows - 1 - Math.floor(((event.clientY - box.top) / box.height) * at.rows);
    return [column, row];
  }

  function start(at) {
    const [x, y] = numbers(at.section.dataset.focus);
    return [Math.floor(x / 48), at.rows - 1 - Math.floor(y / 48)];
  }

  // The window opens on whoever acts, and moves on when another does.
  function follow() {
    const at = map();
    if (!at) return;
    const fits = at.frame.scrollWidth <= at.frame.clientWidth && at.frame.scrollHeight <= at.frame.clientHeight;
    at.section.querySelector(".wholekey").hidden = fits && !id("l-whole").checked;
    if (opened === at.section.dataset.seat + at.section.dataset.focus) return;
    opened = at.section.dataset.seat + at.section.dataset.focus;
    const [x, y] = numbers(at.section.dataset.focus);
    at.frame.scrollTo(x - at.frame.clientWidth / 2 + 24, y - at.frame.clientHeight / 2 + 24);
  }

  function planned() {
    return document.querySelector("#plan [data-square]")?.dataset.square;
  }

  function clear() {
    const plan = id("plan");
    if (plan) plan.replaceChildren();
    const way = id("map-way");
    if (way) way.replaceChildren();
    id("map").querySelector(".mapfield")?.classList.remove("pointing");
    asked = null;
  }

  // On a phone the plan is below the map: both come into sight. The square may have been typed, and lie outside the window.
  function show(at, plan) {
    const heads = plan.querySelectorAll("h2, .planned > h3:first-of-type, .safe, .refused");
    id("map-say").textContent = [...heads].map((head) => head.textContent.trim()).join(". ");
    const dot = at.section.querySelector(".over .ghost, .over .m-cross");
    if (dot) {
      const [frame, box] = [at.frame.getBoundingClientRect(), dot.getBoundingClientRect()];
      if (box.right > frame.right) at.frame.scrollLeft += box.right - frame.right + 48;
      if (box.left < frame.left + 30) at.frame.scrollLeft -= frame.left + 78 - box.left;
      if (box.bottom > frame.bottom) at.frame.scrollTop += box.bottom - frame.bottom + 48;
      if (box.top < frame.top + 24) at.frame.scrollTop -= frame.top + 72 - box.top;
    }
    if (plan.getBoundingClientRect().top + 200 > window.innerHeight) at.frame.scrollIntoView({ block: "start" });
    id("map-confirm")?.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("click", (event) => {
    const at = map();
    if (!at) return;
    if (event.target.closest("[data-map-cancel]")) {
      clear();
      at.frame.focus({ preventScroll: true });
    } else if (event.target.closest(".mapfield")) {
      const square = squareUnder(at, event);
      if (!inside(at, square)) return;
      point(at, square, false);
      ask(at, square);
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "map-frame" || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = map();
    if (KEYS[event.key]) {
      const far = event.shiftKey ? 5 : 1;
      const from = cursor || start(at);
      const to = cursor ? [from[0] + KEYS[event.key][0] * far, from[1] + KEYS[event.key][1] * far] : from;
      point(at, [Math.min(Math.max(to[0], 0), at.columns - 1), Math.min(Math.max(to[1], 0), at.rows - 1)], true);
    } else if (event.key === "Enter" || event.key === " ") {
      const square = cursor || start(at);
      const confirm = id("map-confirm");
      // Enter on the square whose plan is open goes on to its button; a second one presses it.
      if (confirm && planned() === name(at, square)) confirm.focus();
      else ask(at, square);
    } else if (event.key === "Escape") {
      clear();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  // After the page has changed under it: a plan that is still open is asked for anew, one of another's turn goes.
  document.addEventListener("htmx:after:swap", () => {
    const at = map();
    if (!at) return;
    follow();
    const now = `${at.section.dataset.seat} ${at.section.dataset.version}`;
    const looking = planned() || document.activeElement === at.frame;
    if (looking && cursor && !at.field.classList.contains("pointing")) point(at, cursor, false);
    if (!planned()) return;
    if (asked === null || asked.square !== planned()) {
      asked = { square: planned(), now };
      show(at, id("plan"));
    }
    if (asked.now === now) return;
    const same = asked.now.split(" ")[0] === at.section.dataset.seat;
    const square = asked.square;
    clear();
    if (!same || !id("map-to")) return;
    id("map-square").value = square;
    id("map-to").requestSubmit();
  });

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", follow);
  else follow();
})();
