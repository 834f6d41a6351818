// The script of the developers' pages.
import { island } from "../assets.ts";

export const COPY_SCRIPT = island("copy");
