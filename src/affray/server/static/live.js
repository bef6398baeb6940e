// The stream: a banner while it is down, the actor that was picked stays picked, focus stays in sight.
"use strict";

(() => {
  const QUIET = 45_000; // the server says something at least three times in that time
  const TOUCH = matchMedia("(hover: none)"); // there the pad is pressed, and a field in focus is in the way
  let heard = Date.now();
  let retry;

  const stream = () => document.getElementById("stream");

  function down(is) {
    const banner = document.getElementById("offline");
    if (banner && banner.hidden === is) banner.hidden = !is;
  }

  function up() {
    heard = Date.now();
    down(false);
  }

  function again() {
    clearTimeout(retry);
    retry = setTimeout(() => {
      const element = stream();
      if (element && !element._htmx?.sse) htmx.trigger(element, "connect");
    }, 1000);
  }

  document.addEventListener("htmx:sse:after:connection", up);
  document.addEventListener("htmx:sse:before:message", up);
  document.addEventListener("beat", up);
  document.addEventListener("htmx:sse:error", () => down(true));
  // Whoever may not read on, because they were sent away, sees what the server says of that, and asks no more.
  document.addEventListener("end", () => location.reload());
  document.addEventListener("htmx:sse:close", (event) => {
    if (event.detail?.reason === "message") return;
    if (!document.hidden) down(true);
    again();
  });
  document.addEventListener("htmx:error", (event) => {
    if (event.target === stream()) { down(true); again(); return; }
    if (event.detail?.ctx) affray.say("The table could not be reached. Nothing was sent twice; try again.");
  });
  window.addEventListener("offline", () => down(true));
  window.addEventListener("online", () => { stream()?._htmx?.sse?.reader?.cancel(); again(); });
  setInterval(() => { if (!document.hidden && stream()?._htmx?.sse && Date.now() - heard > QUIET) down(true); }, 5000);

  // What is sent for everybody shows the first actor. Whoever picked another one, and may still act with it, keeps it.
  document.addEventListener("htmx:before:swap", (event) => {
    const { tasks, ctx } = event.detail;
    const { actor } = affray.state();
    const picked = sessionStorage.getItem("actor");
    if (picked === null || ctx.sourceElement !== stream()) return;
    const state = tasks.find((task) => task.fragment.querySelector?.("#state"))?.fragment.querySelector("#state");
    if (!state) return;
    const still = state.dataset.actors.split(" ").includes(picked);
    if (!still) return sessionStorage.removeItem("actor");
    if (state.dataset.actor === picked || actor !== picked) return;
    event.detail.tasks.splice(0, tasks.length, ...tasks.filter((task) => !task.fragment.querySelector?.("#now, #map")));
    state.dataset.actor = picked;
    htmx.ajax("GET", `${state.dataset.post.replace(/messages$/, "now")}?seat=${encodeURIComponent(picked)}`, { target: "#notice" });
  });

  // An answer and the stream tell the same: what was put in its place already, by either, is not put there again.
  const put = new Map();
  document.addEventListener("htmx:before:swap", (event) => {
    const { tasks } = event.detail;
    const news = tasks.filter(({ type, target, swapSpec, fragment }) => {
      if (type !== "partial" || swapSpec.style !== "outerMorph" || !target) return true;
      const html = fragment.firstElementChild.outerHTML;
      if (put.get(target.id) === html) return false;
      put.set(target.id, html);
      return true;
    });
    tasks.splice(0, tasks.length, ...news);
  });

  // what was played out from an earlier moment says so as soon as the fight has gone on
  function aged() {
    const likely = document.getElementById("likely");
    if (!likely || likely.dataset.entry === affray.state().entry) return;
    likely.classList.add("old");
    likely.querySelector(".stale").hidden = false;
  }
  document.addEventListener("htmx:after:swap", aged);

  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-pick]");
    if (pick) sessionStorage.setItem("actor", pick.dataset.pick);
  });

  // What was pressed is gone after it was answered: then what the table waits for now has the focus and is in sight.
  const AFTER = 3000;
  let pressed = 0;
  document.addEventListener("htmx:before:request", (event) => {
    const { sourceElement, request } = event.detail.ctx;
    if (request.method === "POST" && sourceElement.closest("#now, #map")) pressed = Date.now();
  });
  document.addEventListener("htmx:after:swap", () => {
    center();
    const now = document.getElementById("now");
    if (Date.now() - pressed > AFTER || !now) return;
    if (document.activeElement === document.body || document.activeElement === now) {
      const face = TOUCH.matches ? null : document.getElementById("face");
      (face ?? now).focus({ preventScroll: true });
    }
    const { top } = now.getBoundingClientRect();
    if (document.getElementById("map-to")) return; // whoever moves on a map looks at it
    if (top < 0 || top > window.innerHeight / 2) now.scrollIntoView({ block: "start" });
  });

  // whoever acts is in sight in the order of the round; the page itself stays where it is
  function center() {
    const order = document.getElementById("order");
    const now = order?.querySelector("[aria-current]");
    if (now) order.scrollLeft = now.offsetLeft - order.offsetLeft - (order.clientWidth - now.offsetWidth) / 2;
  }
  center();
})();
