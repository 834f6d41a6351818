// Says, when packages are installed with a Node.js that is too old for them, that the npm scripts run on the project's own:
// npm would warn of each package that asks for a newer one (.npmrc keeps it from that).
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const needed = numbers(engines.node);
// A start compiles too; there it would be said again and again.
const installing = ["ci", "install"].includes(process.env.npm_command);
const npms = /\bnode\/v(\d+\.\d+\.\d+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
const own = process.versions.node;

if (installing && npms && isTooOld(npms) && !isTooOld(own)) {
  console.log(`npm runs on Node.js ${npms}; the npm scripts of this folder run on its own Node.js ${own}.`);
}

function isTooOld(version) {
  const [major, minor] = numbers(version);
  return major < needed[0] || (major === needed[0] && minor < needed[1]);
}

function numbers(version) {
  return version.match(/\d+/g).map(Number);
}
