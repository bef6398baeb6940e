// While an answer is being reckoned the form says so, and is not sent twice.

for (const form of document.querySelectorAll("form[data-busy]")) {
  form.addEventListener("submit", (event) => {
    const pressed = event.submitter;
    // Only once the browser has taken the value of the pressed button along.
    setTimeout(() => {
      for (const button of form.querySelectorAll("button")) button.disabled = true;
      if (pressed) pressed.setAttribute("aria-busy", "true");
      form.querySelector("[data-says]")?.removeAttribute("hidden");
    });
  });
}

// Back from another page, the browser may show this one as it was left.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const button of document.querySelectorAll("form[data-busy] button[disabled]")) button.disabled = false;
  for (const words of document.querySelectorAll("[data-says]")) words.hidden = true;
});
