// The addresses of documents: the list with its drop zone, the report and all its places, what can be taken away of it.
import { rm } from "node:fs/promises";
import { type Context, Hono } from "hono";
import { checkAgain } from "../../documents/again.ts";
import { listDocuments, retrieveDocument } from "../../documents/read.ts";
import { deleteDocument } from "../../documents/remove.ts";
import { submitDocument } from "../../documents/submit.ts";
import { ApiError, ERRORS } from "../../errors.ts";
import type { AppEnv } from "../../guards/variables.ts";
import { receiveUpload } from "../../routes/multipart.ts";
import type { Services } from "../../services.ts";
import { readUsage } from "../../usage.ts";
import { DROP_SCRIPT_PATH, REPORT_STYLE_PATH, SHEETS_SCRIPT_PATH } from "../report/assets.ts";
import type { Selection } from "../report/frame.ts";
import type { PageParts, Shell } from "../shell.ts";
import { fileRoutes } from "./file-routes.ts";
import { readFilter } from "./filter.ts";
import { DeleteView, ListView } from "./list.tsx";
import { MissingView } from "./missing.tsx";
import { reportView } from "./report-page.tsx";

/** Documents a page of the list. */
const LISTED = 25;
/** After how many seconds a page whose check is not done asks again, also without script. */
const REFRESH = "3";
const STYLES = { styles: [REPORT_STYLE_PATH] };
const DOCUMENT = "/documents/:id{doc_[0-9A-Za-z]+}";

export function documentPages(services: Services, shell: Shell): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();
  // Named, not `*`: pages beside these need no session.
  for (const path of ["/documents", "/documents/*"]) pages.use(path, ...shell.guards);
  listRoutes(pages, services, shell);
  reportRoutes(pages, services, shell);
  changeRoutes(pages, services, shell);
  fileRoutes(pages, services, shell);
  pages.onError((error, c) => {
    // Deleted, another organization's or never there: the same page.
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    return shell.page(c, { ...STYLES, title: "No such document", body: <MissingView />, status: 404 });
  });
  return pages;
}

function listRoutes(pages: Hono<AppEnv>, services: Services, shell: Shell): void {
  const list = async (c: Context<AppEnv>, refusal?: ApiError) => {
    const organization = shell.organization(c);
    const { filter, sent, problem } = readFilter(c.req.query());
    const cursor = c.req.query("cursor");
    const [page, usage] = await Promise.all([
      listDocuments(services, organization, { limit: LISTED, cursor, ...filter }),
      readUsage(services, organization),
    ]);
    if (page.data.some(({ status }) => status === "processing")) c.header("Refresh", REFRESH);
    const notice = refusal?.message ?? problem;
    const body = <ListView page={page} usage={usage} sent={sent} notice={notice} field={shell.formField(c)} />;
    const status = refusal ? (ERRORS[refusal.code].status as NonNullable<PageParts["status"]>) : 200;
    return shell.page(c, { ...STYLES, scripts: [DROP_SCRIPT_PATH], title: "Documents", body, status });
  };
  pages.get("/documents", (c) => list(c));
  pages.post("/documents", async (c) => {
    const accepted = await submitted(c, services, shell.organization(c));
    // Script sends one file after the other and says itself what became of each.
    if (c.req.header("Accept") === "application/json") {
      if (accepted instanceof ApiError) {
        const { code, message } = accepted;
        return c.json({ error: { code, message, request_id: c.get("requestId") } }, ERRORS[code].status);
      }
      return c.json({ id: accepted.id, status: accepted.status, verdict: accepted.verdict });
    }
    return accepted instanceof ApiError ? list(c, accepted) : c.redirect(`/documents/${accepted.id}`, 303);
  });
}

/** The document, or what the member did wrong. */
async function submitted(c: Context<AppEnv>, services: Services, organization: string) {
  try {
    const received = await receiveUpload(c.env.incoming, services.uploads);
    try {
      const upload = { ...received, idempotencyKey: null, source: "dashboard" as const };
      return await submitDocument(services, organization, upload);
    } finally {
      // Storage has taken it over, unless the upload was refused.
      await rm(received.path, { force: true });
    }
  } catch (error) {
    if (error instanceof ApiError && ERRORS[error.code].status < 500) return error;
    throw error;
  }
}

function reportRoutes(pages: Hono<AppEnv>, services: Services, shell: Shell): void {
  const show = async (c: Context<AppEnv>, selection: Selection) => {
    const id = c.req.param("id") ?? "";
    const field = shell.formField(c);
    const { title, body, processing } = await reportView(services, shell.organization(c), id, selection, field);
    if (processing) c.header("Refresh", REFRESH);
    return shell.page(c, { ...STYLES, scripts: [SHEETS_SCRIPT_PATH], title, body });
  };
  const number = (c: Context<AppEnv>) => Number(c.req.param("number"));
  pages.get(DOCUMENT, (c) => show(c, {}));
  pages.get(`${DOCUMENT}/findings/:number{[1-9][0-9]{0,5}}`, (c) => show(c, { finding: number(c) }));
  pages.get(`${DOCUMENT}/pages/:number{[1-9][0-9]{0,5}}`, (c) => show(c, { page: number(c) }));
  pages.get(`${DOCUMENT}/saves/:number{[1-9][0-9]{0,5}}`, (c) => show(c, { save: number(c) }));
}

function changeRoutes(pages: Hono<AppEnv>, services: Services, shell: Shell): void {
  pages.get(`${DOCUMENT}/delete`, async (c) => {
    const document = await retrieveDocument(services, shell.organization(c), c.req.param("id"));
    const body = <DeleteView document={document} field={shell.formField(c)} />;
    return shell.page(c, { ...STYLES, title: "Delete a document", body });
  });
  pages.post(`${DOCUMENT}/delete`, async (c) => {
    await deleteDocument(services, shell.organization(c), c.req.param("id"));
    return c.redirect("/documents", 303);
  });
  pages.post(`${DOCUMENT}/again`, async (c) => {
    const again = checkAgain(services, shell.organization(c), c.req.param("id"));
    const left = await again.catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "quota_exceeded") return null;
      throw error;
    });
    return c.redirect(left === null ? "/documents?notice=quota" : `/documents/${left.id}`, 303);
  });
}
