// The first request, in curl, Node.js and Python: what stands here is what the tests run.
import { Places } from "./parts.tsx";

export interface Example {
  name: string;
  /** The file it is kept in. */
  file: string;
  run: string;
  code: string;
}

/** Each reads the key from ASSAY_KEY, checks `document.pdf` and prints verdict and findings. */
export function examples(publicUrl: string): Example[] {
  const address = `${publicUrl}/api/v1/documents`;
  return [
    {
      name: "curl",
      file: "check.sh",
      run: "sh check.sh",
      code: `curl --fail-with-body --max-time 60 \\
  -H "Authorization: Bearer $ASSAY_KEY" \\
  -H "Idempotency-Key: my-case-7" \\
  -F file=@document.pdf -F external_id=my-case-7 \\
  ${address}
`,
    },
    {
      name: "Node.js 20 or later",
      file: "check.mjs",
      run: "node check.mjs",
      code: `import { openAsBlob } from "node:fs";
import { env } from "node:process";

const address = "${address}";
const headers = { Authorization: \`Bearer \${env.ASSAY_KEY}\` };

const form = new FormData();
form.set("file", await openAsBlob("document.pdf"), "document.pdf");
let response = await fetch(address, { method: "POST", headers, body: form });
let document = await response.json();
while (response.status === 202) {
  // Still being checked: ask again after the seconds of Retry-After.
  await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get("Retry-After")) * 1000));
  response = await fetch(\`\${address}/\${document.id}\`, { headers });
  document = await response.json();
}
if (!response.ok) throw new Error(\`\${document.error.code}: \${document.error.message}\`);

console.log(document.verdict ?? document.error.code, document.report_url);
for (const { severity, evidence } of document.signals) console.log("-", severity, evidence);
`,
    },
    {
      name: "Python 3, without packages",
      file: "check.py",
      run: "python3 check.py",
      code: `import json, os, time, urllib.request, uuid

ADDRESS = "${address}"
HEADERS = {"Authorization": "Bearer " + os.environ["ASSAY_KEY"]}

def ask(address, body=None, headers={}):
    request = urllib.request.Request(address, data=body, headers={**HEADERS, **headers})
    with urllib.request.urlopen(request, timeout=60) as response:
        return response.status, json.load(response)

boundary = uuid.uuid4().hex
head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="document.pdf"\\r\\n\\r\\n'
with open("document.pdf", "rb") as file:
    body = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()

status, document = ask(ADDRESS, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})
while status == 202:
    time.sleep(3)
    status, document = ask(f"{ADDRESS}/{document['id']}")

print(document["verdict"] or document["error"]["code"], document["report_url"])
for signal in document["signals"]:
    print("-", signal["severity"], signal.get("evidence"))
`,
    },
  ];
}

export function QuickStartView({ publicUrl }: { publicUrl: string }) {
  return (
    <article>
      <h1>Quick start</h1>
      <Places current="/developers/quick-start" />
      <ol>
        <li>
          <a href="/developers/keys">Make a key</a> and put it where your program finds it:{" "}
          <code>export ASSAY_KEY=ak_live_…</code>
        </li>
        <li>
          Put a PDF beside the program as <code>document.pdf</code>, and run one of these.
        </li>
      </ol>
      {examples(publicUrl).map(({ name, file, run, code }, index) => (
        <section>
          <h2>{name}</h2>
          <p>
            As <code>{file}</code>, run by <code>{run}</code>:
          </p>
          <pre id={`example-${index}`} tabindex={0}>
            {code}
          </pre>
          <button type="button" data-copy={`example-${index}`} hidden>
            Copy
          </button>
        </section>
      ))}
      <h2>What comes back</h2>
      <p>
        200 with the checked document; 202 while the check still runs, which takes more than 20 seconds seldom: ask
        again for <code>/documents/ID</code>. Sending a request again with its <code>Idempotency-Key</code> within 24
        hours gives the first answer and costs nothing. The <a href="/docs">API reference</a> has every field and error.
      </p>
    </article>
  );
}
