// Steps through a fight by keys and by the slider; without this script the links and the button do it.

const links = new Map([...document.querySelectorAll("[data-key]")].map((link) => [link.dataset.key, link]));

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, textarea, select, [role=application]")) return;
  const link = links.get(event.key);
  if (!link || link.getAttribute("aria-disabled") === "true") return;
  event.preventDefault();
  link.click();
});

const steps = document.querySelector("[data-steps]");
const slider = steps?.querySelector("input");
const now = document.querySelector("#at-now");
slider?.addEventListener("input", () => { now.textContent = `${slider.value} of ${slider.max}`; });
slider?.addEventListener("change", () => steps.submit());
