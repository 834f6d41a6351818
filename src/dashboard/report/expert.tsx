// For experts: each finding as the engine gave it, to be checked by hand.
import { Foreign } from "./foreign.tsx";
import type { Report } from "./model.ts";

export function ExpertView({ report }: { report: Report }) {
  const { document, findings } = report;
  return (
    <details class="expert">
      <summary>For experts</summary>
      <dl>
        <dt>SHA-256</dt>
        <dd>
          <code>{document.file.sha256}</code>
        </dd>
        <dt>Size</dt>
        <dd>{document.file.size_bytes.toLocaleString("en")} bytes</dd>
        <dt>Engine</dt>
        <dd>
          {document.engine?.version ?? "unknown"}, rules {document.engine?.rules_revision ?? "unknown"}
        </dd>
      </dl>
      {findings.length > 0 ? (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">No.</th>
                <th scope="col">Signal</th>
                <th scope="col">Module</th>
                <th scope="col">Severity</th>
                <th scope="col">Place (points from the bottom left)</th>
                <th scope="col">Evidence</th>
              </tr>
            </thead>
            <tbody>
              {findings.flatMap((finding) =>
                finding.places.map(({ page, bbox, evidence }) => (
                  <tr>
                    <td>{finding.number}</td>
                    <td>
                      <code>{finding.id}</code>
                    </td>
                    <td>{finding.module}</td>
                    <td>{finding.counted ? finding.grade : `${finding.grade}, not counted`}</td>
                    <td>
                      {page === null ? "file" : `page ${page}`}
                      {bbox ? ` [${bbox.map((edge) => edge.toFixed(1)).join(", ")}]` : ""}
                    </td>
                    <td>
                      <Foreign text={evidence ?? ""} />
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      ) : null}
      <h3>Saves</h3>
      <ul>
        {report.saves.map(({ number, firstByte, sizeBytes }) => (
          <li>
            Save {number}: {sizeBytes.toLocaleString("en")} bytes from byte {firstByte.toLocaleString("en")}
          </li>
        ))}
      </ul>
    </details>
  );
}
