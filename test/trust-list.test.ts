// TRUST_LIST: one PEM bundle, or a folder of them.
import { execFileSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTrustList } from "../src/trust-list.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-trust-"));
const bundle = join(folder, "bundle.pem");
let certificates: string[];

beforeAll(() => {
  certificates = ["One", "Two"].map(certificate);
  writeFileSync(bundle, `Root One, in Würzburg\n${certificates[0]}\n# and another\n${certificates[1]}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

function certificate(name: string): string {
  const path = join(folder, "made");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const out = ["-subj", `/CN=${name}`, "-keyout", join(folder, "key"), "-out", path];
  execFileSync("openssl", ["req", "-x509", ...curve, ...out], { stdio: "ignore" });
  const pem = readFileSync(path, "utf8");
  rmSync(path);
  rmSync(join(folder, "key"));
  return pem;
}

const subjects = (roots: Uint8Array[]) => roots.map((der) => new X509Certificate(der).subject);

test("a bundle gives every certificate in it, whatever stands between them", async () => {
  expect(subjects(await readTrustList(bundle))).toEqual(["CN=One", "CN=Two"]);
});

test("a folder gives those of all its files, in the order of their names, and passes over folders in it", async () => {
  const list = join(folder, "list");
  mkdirSync(join(list, "inner"), { recursive: true });
  writeFileSync(join(list, "b.pem"), certificates[0] ?? "");
  writeFileSync(join(list, "a.crt"), certificates[1] ?? "");
  writeFileSync(join(list, "README"), "none here");
  expect(subjects(await readTrustList(list))).toEqual(["CN=Two", "CN=One"]);
});

test("a list without a certificate is refused, and so is a damaged one: nobody would count by mistake", async () => {
  writeFileSync(bundle, "nothing");
  await expect(readTrustList(bundle)).rejects.toThrow("holds no certificate");
  writeFileSync(bundle, `${certificates[0]}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`);
  await expect(readTrustList(bundle)).rejects.toThrow(`a certificate in ${bundle} cannot be read`);
});
