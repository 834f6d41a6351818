// Signs PDFs with @signpdf: a placeholder appended as text, filled with a PKCS#12 signature. Argument: a JSON file of jobs.
import { readFileSync, writeFileSync } from "node:fs";
import { plainAddPlaceholder } from "@signpdf/placeholder-plain";
import { P12Signer } from "@signpdf/signer-p12";
import signpdf from "@signpdf/signpdf";

for (const { source, out, keystore, password, reserved } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const prepared = plainAddPlaceholder({
    pdfBuffer: readFileSync(source),
    reason: "Issued",
    contactInfo: "test@example.com",
    name: "Assay test authority",
    location: "Test",
    signatureLength: reserved,
  });
  const signer = new P12Signer(readFileSync(keystore), { passphrase: password });
  writeFileSync(out, await signpdf.default.sign(prepared, signer));
}
