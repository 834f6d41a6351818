// Where the tests are and how long one may take: PGlite needs seconds to make a new database. `--mode fast` leaves out what
// needs a database, a browser, whole programs or the real corpora: what it runs, it runs in some ten seconds.
import { defineConfig } from "vitest/config";

const SLOW = [
  "test/app.test.ts",
  "test/browser/**",
  "test/cli/check.test.ts",
  "test/client/**",
  "test/dashboard/*.test.ts",
  "test/accounts/**",
  "test/db/**",
  "test/deploy/**",
  "test/documents/**",
  "test/engine/**",
  "test/evaluate/real.test.ts",
  "test/faults/**",
  "test/guards/transport.test.ts",
  "test/jobs/**",
  "test/log/personal-data.test.ts",
  "test/main.test.ts",
  "test/routes/**",
  "test/services.test.ts",
];

export default defineConfig(({ mode }) => ({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: mode === "fast" ? SLOW : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}));
