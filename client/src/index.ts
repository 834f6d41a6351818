// What the package exports.
export {
  Assay,
  type EndedDocument,
  isEnded,
  type Listing,
  type Settings,
  type Upload,
  type Waiting,
} from "./client.ts";
export { ApiError, ConnectionError } from "./errors.ts";
export type * from "./schema.ts";
