// The roots that count: certificates of a PEM bundle (RFC 7468), or of all such files in a folder.
import { X509Certificate } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./errors.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** DER, one a certificate. `setting` is what the path was given by. */
export async function readTrustList(path: string, setting = "TRUST_LIST"): Promise<Uint8Array[]> {
  const status = await stat(path).catch(() => undefined);
  if (!status) throw new StartError(`${setting}: there is no ${path}.`);
  const isFolder = status.isDirectory();
  const files = isFolder ? (await readdir(path)).sort().map((name) => join(path, name)) : [path];
  const roots: Uint8Array[] = [];
  for (const file of files) {
    if (isFolder && !(await stat(file)).isFile()) continue;
    for (const [pem] of (await readFile(file, "latin1")).matchAll(CERTIFICATE)) roots.push(decode(pem, file, setting));
  }
  if (roots.length === 0) throw new StartError(`${setting}, ${path}, holds no certificate in PEM.`);
  return roots;
}

function decode(pem: string, file: string, setting: string): Uint8Array {
  try {
    return new X509Certificate(pem).raw;
  } catch (error) {
    throw new StartError(`${setting}: a certificate in ${file} cannot be read.`, { cause: error });
  }
}
