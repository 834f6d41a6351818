// What of a document is served as a file: pictures of its pages, its JSON, its PDF report, the original and its
// earlier states.
import type { Context, Hono } from "hono";
import { earlierFile } from "../../documents/earlier.ts";
import { originalFile } from "../../documents/original.ts";
import { pagePicture } from "../../documents/picture.ts";
import { retrieveDocument } from "../../documents/read.ts";
import type { AppEnv } from "../../guards/variables.ts";
import type { Earlier } from "../../saves/earlier.ts";
import type { Services } from "../../services.ts";
import type { Shell } from "../shell.ts";
import { reportAsPdf } from "./report-page.tsx";

/** Kept by the member's own browser only, and not for long: a document can be deleted at any time. */
const PRIVATE = "private, max-age=300";

export function fileRoutes(pages: Hono<AppEnv>, services: Services, shell: Shell): void {
  pages.get(
    "/documents/:id{doc_[0-9A-Za-z]+}/pictures/:name{[1-9][0-9]{0,3}(-after-save-[1-9][0-9]{0,5})?\\.png}",
    async (c) => {
      const [, page, save] = /^(\d+)(?:-after-save-(\d+))?/.exec(c.req.param("name")) ?? [];
      const shot = { page: Number(page), save: save === undefined ? null : Number(save) };
      const drawn = await pagePicture(services, shell.organization(c), c.req.param("id"), shot);
      if (!("png" in drawn)) return c.text(`${drawn.problem}\n`, 404);
      return answer(c, drawn.png, "image/png");
    },
  );

  pages.get("/documents/:id{doc_[0-9A-Za-z]+}/report.json", async (c) => {
    const document = await retrieveDocument(services, shell.organization(c), c.req.param("id"));
    c.header("Content-Disposition", attachment(`${document.file.name}.report.json`));
    return answer(c, Buffer.from(`${JSON.stringify(document, null, 2)}\n`), "application/json");
  });

  pages.get("/documents/:id{doc_[0-9A-Za-z]+}/report.pdf", async (c) => {
    const { name, pdf } = await reportAsPdf(services, shell.organization(c), c.req.param("id"));
    c.header("Content-Disposition", attachment(`${name.replace(/\.pdf$/i, "")}.report.pdf`));
    return answer(c, pdf, "application/pdf");
  });

  pages.get("/documents/:id{doc_[0-9A-Za-z]+}/original", async (c) => {
    const { name, bytes } = await originalFile(services, shell.organization(c), c.req.param("id"));
    c.header("Content-Disposition", attachment(name));
    return answer(c, bytes, "application/pdf");
  });

  const earlier = async (c: Context<AppEnv>, id: string, wanted: Earlier) => {
    const file = await earlierFile(services, shell.organization(c), id, wanted);
    if ("problem" in file) return c.text(`${file.problem}\n`, 404);
    c.header("Content-Disposition", attachment(file.name));
    return answer(c, file.bytes, "application/pdf");
  };
  pages.get("/documents/:id{doc_[0-9A-Za-z]+}/saves/:number{[1-9][0-9]{0,5}}/file", (c) =>
    earlier(c, c.req.param("id"), { save: Number(c.req.param("number")) }),
  );
  pages.get("/documents/:id{doc_[0-9A-Za-z]+}/signatures/:number{[1-9][0-9]{0,5}}/file", (c) =>
    earlier(c, c.req.param("id"), { signature: Number(c.req.param("number")) }),
  );
}

/** Whatever these bytes are, a browser must not run anything of them. */
function answer(c: Context<AppEnv>, bytes: Uint8Array, type: string): Response {
  c.header("Content-Security-Policy", "sandbox; default-src 'none'");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  c.header("Cache-Control", PRIVATE);
  c.header("Content-Type", type);
  return c.body(new Uint8Array(bytes));
}

/** A name as RFC 6266 and RFC 8187 write it; old clients get it without what is not ASCII. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
