// The program of `npm start`: serves and analyses until it is stopped.
import { readConfig } from "./config.ts";
import { StartError } from "./errors.ts";
import { serve } from "./serve.ts";

try {
  await serve(readConfig(process.env), { answers: true, analyses: true });
} catch (error) {
  // A StartError is a sentence for a person; anything else is ours, and its stack says where.
  console.error(error instanceof StartError ? `assay: ${error.message}` : error);
  process.exit(1);
}
