// The drop zone: many files at once, one request each, with their progress. Without it the plain form sends one.
const form = document.querySelector<HTMLFormElement>(".drop form");
const chooser = form?.querySelector<HTMLInputElement>('input[type="file"]');
const zone = form?.closest<HTMLElement>(".drop");

/** Uploads at once: the service analyses a few at a time anyway. */
const AT_ONCE = 2;

if (form && chooser && zone) begin(form, chooser, zone);

function begin(form: HTMLFormElement, chooser: HTMLInputElement, zone: HTMLElement): void {
  chooser.multiple = true;
  const list = document.createElement("ul");
  list.className = "progress";
  list.setAttribute("aria-live", "polite");
  zone.append(list);
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;

  const next = () => {
    while (running < AT_ONCE) {
      const work = waiting.shift();
      if (!work) return;
      running += 1;
      void work().finally(() => {
        running -= 1;
        next();
      });
    }
  };
  const take = (files: Iterable<File>) => {
    for (const file of files) {
      const row = rowOf(list, file.name);
      // As it stands now: the reference may be another one for the next file.
      const fields = new FormData(form);
      fields.delete("file");
      fields.append("file", file, file.name);
      waiting.push(() => send(form.action, fields, row));
    }
    next();
  };

  form.addEventListener("submit", (event) => {
    if (!chooser.files || chooser.files.length < 2) return;
    event.preventDefault();
    take(chooser.files);
    form.reset();
  });
  for (const name of ["dragenter", "dragover"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  for (const name of ["dragleave", "drop"]) zone.addEventListener(name, () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files ?? []);
  });
}

interface Row {
  bar: HTMLProgressElement;
  state: HTMLElement;
  name: string;
  item: HTMLElement;
}

function rowOf(list: HTMLElement, name: string): Row {
  const item = document.createElement("li");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", name);
  const label = document.createElement("bdi");
  label.textContent = name;
  const state = document.createElement("span");
  state.textContent = "waits";
  item.append(bar, " ", label, ": ", state);
  list.append(item);
  return { bar, state, name, item };
}

/** `fetch` does not tell how much has been sent. */
function send(address: string, fields: FormData, row: Row): Promise<void> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      row.bar.value = total > 0 ? loaded / total : 0;
      row.state.textContent = loaded < total ? `sent ${Math.round((100 * loaded) / total)} %` : "is being checked";
    });
    request.addEventListener("load", () => settle(request, row));
    request.addEventListener("error", () => refuse(row, "the connection broke; send it again."));
    request.addEventListener("loadend", () => resolve());
    request.send(fields);
  });
}

function settle(request: XMLHttpRequest, row: Row): void {
  const answer = parsed(request.responseText);
  if (request.status !== 200 || !answer.id) {
    refuse(row, answer.error?.message ?? `not taken (${request.status}).`);
    return;
  }
  const link = document.createElement("a");
  link.href = `/documents/${answer.id}`;
  link.textContent = answer.verdict ?? answer.status ?? "report";
  row.bar.remove();
  row.state.replaceChildren(link);
}

function refuse(row: Row, why: string): void {
  row.bar.remove();
  row.state.textContent = why;
  row.item.classList.add("note");
}

interface Answer {
  id?: string;
  status?: string;
  verdict?: string | null;
  error?: { message?: string };
}

function parsed(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
