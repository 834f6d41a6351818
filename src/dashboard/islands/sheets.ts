// What moves on a report: before and now laid over each other with a slider, zoom, marks on and off, the hash copied.
const pages = document.querySelector<HTMLElement>(".pages");
const pair = document.querySelector<HTMLElement>(".pair");

if (pages && pair) beginSheets(pages, pair);
beginCopy();

function beginSheets(pages: HTMLElement, pair: HTMLElement): void {
  const tools = document.createElement("p");
  tools.className = "tools";
  tools.append(...zoomButtons(pair), marksButton(pages));
  if (!pair.classList.contains("single")) tools.append(slider(pair));
  pair.before(tools);
}

function button(text: string, label: string, act: (self: HTMLButtonElement) => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", () => act(made));
  return made;
}

const STEP = 1.4;
const [LEAST, MOST] = [1, 6];

function zoomButtons(pair: HTMLElement): HTMLElement[] {
  let zoom = 1;
  const set = (wanted: number) => {
    zoom = Math.min(MOST, Math.max(LEAST, wanted));
    pair.style.setProperty("--zoom", String(zoom));
    pair.classList.toggle("zoomed", zoom > 1);
  };
  return [button("−", "Zoom out", () => set(zoom / STEP)), button("+", "Zoom in", () => set(zoom * STEP))];
}

function marksButton(pages: HTMLElement): HTMLElement {
  const made = button("Marks", "Marks on the pages", (self) => {
    const off = pages.classList.toggle("unmarked");
    self.setAttribute("aria-pressed", String(!off));
  });
  made.setAttribute("aria-pressed", "true");
  return made;
}

function slider(pair: HTMLElement): HTMLElement {
  const label = document.createElement("label");
  const range = document.createElement("input");
  range.type = "range";
  range.min = "0";
  range.max = "100";
  range.value = "0";
  label.append("Lay now over before ", range);
  range.addEventListener("input", () => {
    pair.classList.toggle("laid", range.value !== "0");
    pair.style.setProperty("--shown", `${range.value}%`);
  });
  return label;
}

function beginCopy(): void {
  const hash = document.querySelector<HTMLElement>(".expert dd code");
  if (!hash || !navigator.clipboard) return;
  const copy = button("Copy", "Copy the SHA-256", (self) => {
    void navigator.clipboard.writeText(hash.textContent ?? "").then(() => {
      self.textContent = "Copied";
    });
  });
  hash.after(" ", copy);
}
