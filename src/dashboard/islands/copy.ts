// Buttons that copy what stands beside them; without script they do not show.
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy ?? "");
  const label = button.textContent;
  if (!source) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      // Outside of HTTPS there is no clipboard: what is marked is copied by hand.
      getSelection()?.selectAllChildren(source);
      button.textContent = "Marked; copy it now";
    }
    setTimeout(() => {
      button.textContent = label;
    }, 4000);
  });
}
