// An uploaded file as an earlier save left it, or as it was signed, for those who may see the document.
import { type Earlier, endOfSave, endOfSigned } from "../saves/earlier.ts";
import type { Services } from "../services.ts";
import { inspectDocument } from "./inspection.ts";
import { type Original, originalFile } from "./original.ts";

export async function earlierFile(
  services: Services,
  organizationId: string,
  id: string,
  earlier: Earlier,
): Promise<Original | { problem: string }> {
  const inspection = await inspectDocument(services, organizationId, id);
  if (inspection === null) return { problem: "The file is not checked." };
  const { history, signatures } = inspection;
  const end = "save" in earlier ? endOfSave(history, earlier.save) : endOfSigned(signatures, earlier.signature);
  if ("problem" in end) return end;
  const { name, bytes } = await originalFile(services, organizationId, id);
  return { name: `${name.replace(/\.pdf$/i, "")}.${nameOf(earlier)}.pdf`, bytes: bytes.subarray(0, end.end) };
}

function nameOf(earlier: Earlier): string {
  return "save" in earlier ? `after-save-${earlier.save}` : `as-signed-${earlier.signature}`;
}
