// What only a browser can do on the way in: read what stands behind the #, and look again while somebody waits.

const behind = decodeURIComponent(location.hash.slice(1));

function clear() {
  history.replaceState(null, "", location.pathname + location.search);
}

const code = document.querySelector("#code");
if (code && behind && !document.querySelector("[data-own]")) {
  code.value = behind.slice(0, 20);
  clear();
  document.querySelector("#name")?.focus();
}

// The owner's link: the key goes to the server once, and out of the address bar at once.
const home = document.querySelector("[data-own]");
if (home && behind) {
  clear();
  fetch("/own", { method: "POST", body: new URLSearchParams({ key: behind }) }).then((answer) => {
    if (answer.ok) location.reload();
    else home.hidden = false;
  });
}

// Waiting to be let in: the same address answers with another page once the referee has decided.
const waiting = document.querySelector("[data-waiting]");
if (waiting) {
  const look = async () => {
    if (document.hidden) return;
    try {
      const text = await (await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" })).text();
      if (!text.includes("data-waiting")) location.reload();
      waiting.hidden = true;
    } catch {
      waiting.hidden = false;
    }
  };
  setInterval(look, 2000);
  document.addEventListener("visibilitychange", look);
}
