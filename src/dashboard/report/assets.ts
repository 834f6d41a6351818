// The report's stylesheet and scripts.
import { asset, island } from "../assets.ts";
import { REPORT_STYLE } from "./style.ts";

const STYLE = asset("report", "css", REPORT_STYLE);
const DROP = island("drop");
const SHEETS = island("sheets");

export const REPORT_STYLE_PATH = STYLE.path;
export const DROP_SCRIPT_PATH = DROP.path;
export const SHEETS_SCRIPT_PATH = SHEETS.path;

export const REPORT_ASSETS = [STYLE, DROP, SHEETS];
