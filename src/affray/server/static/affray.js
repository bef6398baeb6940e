// What every page needs: an id for each command, the version it was sent at, questions before what cannot be taken back,
// dialogs. No framework; a phone on plain http has no crypto.randomUUID.
"use strict";

const affray = {
  /** A random UUID of version 4. */
  id() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  },

  /** What the page knows of its table: the version seen, the actor picked, the actors there are. */
  state() {
    return document.getElementById("state")?.dataset ?? {};
  },

  /** A short message in the place of notices. */
  say(text) {
    const place = document.getElementById("notice");
    if (!place) return;
    const box = document.createElement("div");
    box.className = "notice";
    box.setAttribute("role", "alert");
    const words = document.createElement("p");
    words.textContent = text;
    const close = document.createElement("button");
    close.className = "btn bare";
    close.type = "button";
    close.dataset.closesNotice = "";
    close.textContent = "Close";
    box.append(words, close);
    place.replaceChildren(box);
  },
};

document.addEventListener("htmx:config:request", (event) => {
  const { request, sourceElement } = event.detail.ctx;
  if (request.method !== "POST" || !(request.body instanceof FormData)) return;
  const pressed = request.submitter ?? sourceElement;
  if (pressed.getAttribute("aria-disabled") === "true") return event.preventDefault();
  const asks = pressed.dataset?.asks;
  if (asks && !window.confirm(asks)) return event.preventDefault();
  for (const name of new Set(request.body.keys())) {
    const all = request.body.getAll(name);
    if (all.length > 1) request.body.set(name, all.join(","));
  }
  request.body.set("command_id", affray.id());
  request.body.set("expected_version", affray.state().version ?? "0");
});

// a form that was sent and accepted closes and is empty again; what was wrong comes into sight
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  const form = sourceElement?.closest?.("#more form.fields");
  if (!form || !response?.raw?.ok) return;
  form.reset();
  form.closest("details.fold").open = false;
});
document.addEventListener("htmx:after:swap", () => {
  const wrong = document.querySelector(".notice:not([data-seen])");
  if (!wrong) return;
  wrong.dataset.seen = "";
  const { top, bottom } = wrong.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) wrong.scrollIntoView({ block: "center" });
});

document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-opens]");
  if (opens) document.getElementById(opens.dataset.opens)?.showModal();
  if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
  if (event.target.closest("[data-closes-notice]")) event.target.closest(".notice")?.remove();
});

// texts that explain are fetched when they are unfolded for the first time
document.addEventListener("toggle", (event) => {
  if (event.target.open) event.target.querySelector("[hx-trigger^=unfold]")?.dispatchEvent(new Event("unfold"));
}, true);
