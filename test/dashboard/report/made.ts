// Reports of real files, made as the command line and the dashboard make them.
import { join } from "node:path";
import { documentOf } from "../../../src/check/document.ts";
import { buildReport } from "../../../src/dashboard/report/build.ts";
import { shotName } from "../../../src/dashboard/report/frame.ts";
import type { Report } from "../../../src/dashboard/report/model.ts";
import { type Drawn, reportFile, shotsOfFile } from "../../../src/dashboard/report/standalone.tsx";
import type { WholeEngine } from "../../../src/engine/engine.ts";
import { inspect } from "../../../src/engine/inspect.ts";

const FIXTURES = join(import.meta.dirname, "../../../fixtures");

export async function reportOf(engine: WholeEngine, fixture: string): Promise<Report> {
  const path = join(FIXTURES, fixture);
  const document = await documentOf({ path, name: fixture, receivedAt: new Date(0) }, await engine.analyze(path));
  const inspection = document.status === "completed" ? await inspect(engine, path) : null;
  return buildReport(document, inspection, await engine.catalogue());
}

export async function fileOf(engine: WholeEngine, fixture: string, report: Report): Promise<string> {
  const pictures = new Map<string, Drawn>();
  for (const shot of shotsOfFile(report)) {
    const { png, error } = await engine.picture(join(FIXTURES, fixture), {
      page: shot.page,
      ...(shot.save === null ? {} : { save: shot.save }),
    });
    pictures.set(shotName(shot), png ? { png } : { problem: error?.message ?? "" });
  }
  return reportFile(report, pictures);
}
